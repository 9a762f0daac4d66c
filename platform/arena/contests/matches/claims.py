"""A match's one claim: taken, renewed and given back by compare-and-set, so a task may come twice, late or never."""

import uuid

from django.conf import settings
from django.db import transaction
from django.db.models import F

from arena import leases
from arena.contests.common import locks, states
from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Match
from arena.contests.proof import chain, tries
from arena.contests.schedule import advance


def claim(*, match_id: int, worker: str = "") -> Match | None:
    """Take a waiting match of a running contest, and record the try; None where there is nothing to take.

    `worker` is the name of whoever plays it.
    """
    waiting = Match.objects.filter(pk=match_id, state=Match.State.WAITING)
    contest_id = waiting.values_list("contest_id", flat=True).first()
    if contest_id is None:  # the usual end of a task that came twice: no lock is waited for
        return None
    token = uuid.uuid4()
    with transaction.atomic():
        contest = locks.contest(contest_id)
        # The state is asked of the very row that is updated, so that two workers never get in at once.
        if contest.state != Contest.State.RUNNING or not states.move_matches(
            waiting,
            Match.State.RUNNING,
            claim=token,
            lease_until=leases.until(settings.MATCH_LEASE_SECONDS),
            attempts=F("attempts") + 1,
        ):
            return None
        match = Match.objects.get(pk=match_id)
        match.contest = contest
        tries.begin(match=match, worker=worker)
    return match


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
        public = "The worker was lost."
    else:
        freed["failures"] = F("failures") + 1
        spent = held.filter(failures__gte=settings.MATCH_TRIES - 1)
        void_reason = f"The platform failed {settings.MATCH_TRIES} times."
        public = "The platform failed."
    with transaction.atomic():
        contest = locks.contest(Match.objects.values_list("contest_id", flat=True).get(pk=match_id))
        void = states.move_matches(spent, Match.State.VOID, void_reason=void_reason, **freed)
        if not void and not states.move_matches(held, Match.State.WAITING, **freed):
            return False
        number = Match.objects.values_list("number", flat=True).get(pk=match_id)
        tries.end(matches=[match_id], reason=public)
        chain.append(contest=contest, kind="fail", match=number, reason=public)
        if void:
            chain.append(contest=contest, kind="void", match=number, note=void_reason)
            advance.request_on_commit(contest=contest)
    return True


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
