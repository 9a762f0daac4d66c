"""A match's one claim: taken, renewed and given back by compare-and-set, so a task may come twice, late or never.

All times are the database's, so clocks of different machines play no part.
"""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Now

from arena.contests.common import locks
from arena.contests.models import Contest, Match
from arena.contests.schedule import rounds


def _lease() -> object:
    return Now() + timedelta(seconds=settings.MATCH_LEASE_SECONDS)


def claim(*, match_id: int) -> Match | None:
    """Take a waiting match of a running contest; None where there is nothing to take."""
    token = uuid.uuid4()
    # The state is asked of the very row that is updated: a subquery over matches would let two workers in at once.
    running = Contest.objects.filter(pk=OuterRef("contest_id"), state=Contest.State.RUNNING)
    taken = Match.objects.filter(Exists(running), pk=match_id, state=Match.State.WAITING).update(
        state=Match.State.RUNNING,
        claim=token,
        lease_until=_lease(),
        attempts=F("attempts") + 1,
        started_at=Now(),
        progress=0,
    )
    return Match.objects.select_related("contest").filter(pk=match_id, claim=token).first() if taken else None


def renew(*, match_id: int, token: uuid.UUID, progress: int | None = None) -> bool:
    """Keep the claim, and say how many games are over; False where it is lost."""
    changes = {} if progress is None else {"progress": progress}
    return bool(_held(match_id, token).update(lease_until=_lease(), **changes))


def give_back(*, match_id: int, token: uuid.UUID, reason: str, lapsed: bool = False) -> bool:
    """The platform failed: wait for another try while some are left, else void. False where the claim is lost; or,
    with `lapsed`, where its lease has been renewed.

    `lapsed` says that the attempt ended without a word. Such losses are counted apart from reported failures.
    """
    with transaction.atomic():
        contest_id = Match.objects.values_list("contest_id", flat=True).get(pk=match_id)
        contest = locks.contest(contest_id)
        held = _held(match_id, token)
        freed: dict[str, object] = {"claim": None, "lease_until": None, "queued_at": None, "trouble": reason[:2000]}
        if lapsed:
            held = held.filter(lease_until__lt=Now())
            spent = held.filter(attempts__gte=F("failures") + settings.MATCH_LOSSES)
            void_reason = f"The platform lost its worker {settings.MATCH_LOSSES} times."
        else:
            freed["failures"] = F("failures") + 1
            spent = held.filter(failures__gte=settings.MATCH_TRIES - 1)
            void_reason = f"The platform failed {settings.MATCH_TRIES} times."
        if spent.update(state=Match.State.VOID, finished_at=Now(), void_reason=void_reason, **freed):
            rounds.advance(contest=contest)
            return True
        return bool(held.update(state=Match.State.WAITING, started_at=None, progress=0, **freed))


def free_lost() -> int:
    """Give back every match whose lease ran out, because its worker died or lost the database. Returns how many."""
    lost = Match.objects.filter(state=Match.State.RUNNING, lease_until__lt=Now()).values_list("pk", "claim")
    reason = "The worker that played it was lost."
    return sum(give_back(match_id=pk, token=token, reason=reason, lapsed=True) for pk, token in lost if token)


def _held(match_id: int, token: uuid.UUID):  # type: ignore[no-untyped-def]
    return Match.objects.filter(pk=match_id, claim=token, state=Match.State.RUNNING)
