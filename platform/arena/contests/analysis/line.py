"""The line of waiting deals, the hour's processor time, and the task that takes the next one.

A message says only that there is something to do; what is next the database knows. So a message that is lost, or comes
twice, changes nothing, and the queue stays short.
"""

from django.conf import settings
from django.db.models import F, QuerySet, Sum

from arena import broker
from arena.contests.models import Analysis, Match, Replay
from arena.stored_times import recent
from games import solver

ANALYSE = "arena.contests.tasks.analyse"  # by name: the tasks import the services, and not the other way round
QUEUE = "analysis"
HOUR = 3600
SHARE_OF_SAMPLES = 0.5  # of the hour's time: the rest is kept for deals that somebody looks at


def waiting() -> QuerySet[Analysis]:
    """In the order in which they are taken: what was asked for last comes first."""
    return Analysis.objects.filter(state=Analysis.State.WAITING).order_by(F("asked_at").desc(nulls_last=True), "pk")


def seconds_left(share: float = 1.0) -> float:
    """Processor time that may still be spent within this hour, of that share of the budget; below 0 where more than
    that was spent."""
    spent = Analysis.objects.filter(recent("computed_at", HOUR)).aggregate(sum=Sum("cpu_seconds"))["sum"] or 0.0
    return share * settings.ANALYSIS_CPU_PERCENT / 100 * HOUR - spent


def may_sample() -> bool:
    return bool(settings.ANALYSIS_DEALS) and seconds_left(SHARE_OF_SAMPLES) > 0


def has_work() -> bool:
    """Whether a task would find something that it may do now."""
    if seconds_left() <= 0 or Analysis.objects.filter(state=Analysis.State.RUNNING).exists():
        return False
    if Analysis.objects.filter(state=Analysis.State.WAITING, asked_at__isnull=False).exists():
        return True
    if not may_sample():
        return False
    unsampled = Replay.objects.filter(sampled=False, match__state=Match.State.DONE, match__contest__game=solver.GAME)
    return Analysis.objects.filter(state=Analysis.State.WAITING).exists() or unsampled.exists()


def send() -> None:
    """Say that there is something to do. Where the broker is away the sweep says it again."""
    broker.send(ANALYSE)


def send_due() -> int:
    """Send one message where there is something to do and the broker holds none. Returns how many were sent."""
    if not has_work() or broker.length(QUEUE):
        return 0
    return int(broker.send(ANALYSE))
