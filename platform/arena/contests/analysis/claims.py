"""The one claim of the arena: one deal is analysed at a time, by whoever holds it.

All writes are compare-and-set on the claim, with leases on the database's clock, so a task may come twice, late or
never, and a worker may be killed at any moment.
"""

import uuid

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from arena import leases
from arena.contests.analysis import line, requests
from arena.contests.models import Analysis
from games import solver

LOCK = 0x5A772  # PostgreSQL's advisory lock of whoever takes the next deal
TRIES = 3  # of a deal that fails, before it is left alone
LOSSES = 5  # of its workers
State = Analysis.State


def claim_next() -> Analysis | None:
    """Take the first deal in line; where nobody asked for any, one of the sample. None where another one is at work,
    where there is nothing to do, or where the hour's processor time is spent."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [LOCK])
            if not cursor.fetchone()[0]:
                return None
        if Analysis.objects.filter(state=State.RUNNING).exists() or line.seconds_left() <= 0:
            return None
        first = line.waiting().filter(asked_at__isnull=False).first() or _next_sample()
        if first is None:
            return None
        claimed = {"claim": uuid.uuid4(), "lease_until": leases.until(settings.ANALYSIS_LEASE_SECONDS)}
        taken = Analysis.objects.filter(pk=first.pk, state=State.WAITING)
        if not taken.update(state=State.RUNNING, attempts=F("attempts") + 1, **claimed):
            return None
    return Analysis.objects.select_related("replay").filter(pk=first.pk).first()


def _next_sample() -> Analysis | None:
    while line.may_sample():
        first = line.waiting().first()
        if first is not None or not requests.sample_next():
            return first
    return None


def renew(analysis: Analysis) -> bool:
    """Keep the claim; False where it is lost, with the replay perhaps."""
    return leases.renew(_held(analysis), analysis.claim, seconds=settings.ANALYSIS_LEASE_SECONDS)


def store(*, analysis: Analysis, values: str, lost: list[int], cpu_seconds: float) -> bool:
    """Store the answer. False, and nothing is changed, where the claim is no longer ours."""
    return _end(
        _held(analysis), cpu_seconds, state=State.DONE, values=values, lost=lost, solver=solver.VERSION, trouble=""
    )


def fail(*, analysis: Analysis, reason: str, cpu_seconds: float) -> bool:
    """It could not be computed: to the end of the line for another try while some are left, else it is left alone."""
    held = _held(analysis)
    said = {"failures": F("failures") + 1, "trouble": reason[:2000], "solver": solver.VERSION}
    spent = held.filter(failures__gte=TRIES - 1)
    return _end(spent, cpu_seconds, state=State.FAILED, **said) or _end(
        held, cpu_seconds, state=State.WAITING, asked_at=None, **said
    )


def free_lost() -> int:
    """Give back the deal whose worker died. It is charged its lease, since nobody knows its cost. Returns how many."""
    running = Analysis.objects.filter(state=State.RUNNING)
    lease = settings.ANALYSIS_LEASE_SECONDS
    leases.shorten(running, seconds=lease)
    lost = leases.lapsed(running)
    reason = "The worker that computed it was lost."
    spent = lost.filter(attempts__gte=F("failures") + LOSSES)
    freed = spent.update(**_ended(lease, state=State.FAILED, trouble=reason, solver=solver.VERSION))
    return freed + lost.update(**_ended(lease, state=State.WAITING, trouble=reason))


def _held(analysis: Analysis) -> QuerySet[Analysis]:
    return leases.held(Analysis.objects.filter(pk=analysis.pk, state=State.RUNNING), analysis.claim)


def _end(rows: QuerySet[Analysis], cpu_seconds: float, **changes: object) -> bool:
    return bool(rows.update(**_ended(cpu_seconds, **changes)))


def _ended(cpu_seconds: float, **changes: object) -> dict[str, object]:
    free = {"claim": None, "lease_until": None, "computed_at": Now(), "cpu_seconds": F("cpu_seconds") + cpu_seconds}
    return free | changes
