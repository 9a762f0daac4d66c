"""How far a contest is, and whether anybody works on it. Each function asks the database a fixed number of times."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db.models import Count
from django.db.models.functions import Now

from arena.contests.models import Contest, Heartbeat, Match
from arena.stored_times import passed, recent


@dataclass(frozen=True)
class Progress:
    """How many matches are in each state."""

    waiting: int = 0
    running: int = 0
    done: int = 0
    void: int = 0

    @property
    def total(self) -> int:
        return self.waiting + self.running + self.done + self.void

    @property
    def over(self) -> int:
        return self.done + self.void

    @property
    def percent(self) -> int:
        return 100 * self.over // self.total if self.total else 0


def progress(contest: Contest) -> Progress:
    return Progress(**dict(contest.matches.order_by().values_list("state").annotate(Count("pk"))))


def last_sweep() -> datetime | None:
    return Heartbeat.objects.filter(name="sweep").values_list("at", flat=True).first()


def workers_alive() -> bool:
    """Whether somebody plays: a match is held or has just ended; or else the sweep runs and no match has stood in the
    queue for long, where a worker without work would have taken it. Cheap enough for every page."""
    lately = 3 * settings.SWEEP_SECONDS + 15
    if Match.objects.filter(state=Match.State.RUNNING, lease_until__gt=Now()).exists():
        return True
    if Match.objects.filter(recent("finished_at", lately), state=Match.State.DONE).exists():
        return True
    if not Heartbeat.objects.is_recent("sweep", lately):
        return False
    return not Match.objects.filter(passed("queued_at", lately), state=Match.State.WAITING).exists()
