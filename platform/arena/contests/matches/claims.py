"""A match's one claim: taken, renewed and given back by compare-and-set, so a task may come twice, late or never."""

import uuid

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from arena import leases
from arena.contests.common import states
from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Match
from arena.contests.schedule import advance


def claim(*, match_id: int) -> Match | None:
    """Take a waiting match of a running contest; None where there is nothing to take."""
    token = uuid.uuid4()
    # The state is asked of the very row that is updated: a subquery over matches would let two workers in at once.
    running = Contest.objects.filter(pk=OuterRef("contest_id"), state=Contest.State.RUNNING)
    taken = states.move_matches(
        Match.objects.filter(Exists(running), pk=match_id),
        Match.State.RUNNING,
        claim=token,
        lease_until=leases.until(settings.MATCH_LEASE_SECONDS),
        attempts=F("attempts") + 1,
    )
    return Match.objects.select_related("contest").filter(pk=match_id, claim=token).first() if taken else None


def renew(*, match_id: int, token: uuid.UUID, progress: int | None = None) -> bool:
    """Keep the claim, and say how many games are over; False where it is lost."""
    changes = {} if progress is None else {"progress": progress}
    return leases.renew(_held(match_id, token), token, seconds=settings.MATCH_LEASE_SECONDS, **changes)


def give_back(*, match_id: int, token: uuid.UUID, reason: str, lapsed: bool = False) -> bool:
    """The platform failed: wait for another try while some are left, else void. False where the claim is lost; or,
    with `lapsed`, where its lease has been renewed.

    `lapsed` says that the attempt ended without a word. Such losses are counted apart from reported failures.
    """
    held = _held(match_id, token)
    freed: dict[str, object] = {"trouble": reason[:2000]}
    if lapsed:
        held = leases.lapsed(held)
        spent = held.filter(attempts__gte=F("failures") + settings.MATCH_LOSSES)
        void_reason = f"The platform lost its worker {settings.MATCH_LOSSES} times."
    else:
        freed["failures"] = F("failures") + 1
        spent = held.filter(failures__gte=settings.MATCH_TRIES - 1)
        void_reason = f"The platform failed {settings.MATCH_TRIES} times."
    with transaction.atomic():
        if states.move_matches(spent, Match.State.VOID, void_reason=void_reason, **freed):
            advance.request_on_commit(contest=Contest.objects.get(matches=match_id))
            return True
        return bool(states.move_matches(held, Match.State.WAITING, **freed))


def free_lost() -> int:
    """Give back every match whose lease ran out, because its worker died or lost the database. Returns how many."""
    running = Match.objects.filter(state=Match.State.RUNNING)
    leases.shorten(running, seconds=settings.MATCH_LEASE_SECONDS)
    reason = "The worker that played it was lost."
    freed = 0
    for match in leases.lapsed(running).only("pk", "claim"):
        with apart(match):
            freed += bool(match.claim and give_back(match_id=match.pk, token=match.claim, reason=reason, lapsed=True))
    return freed


def _held(match_id: int, token: uuid.UUID):  # type: ignore[no-untyped-def]
    return leases.held(Match.objects.filter(pk=match_id, state=Match.State.RUNNING), token)
