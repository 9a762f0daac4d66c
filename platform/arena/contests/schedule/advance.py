"""What follows when matches are over or rounds are to be drawn: the next round, or the end.

It happens after the commit that brought it about, in a task, and doing it again changes nothing. So a round that cannot
be drawn discards no result. A failure is kept with its contest, shown, and tried again by the sweep, ever more rarely.
"""

from functools import partial, reduce
from operator import or_

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q
from django.db.models.functions import Now

from arena import broker
from arena.contests.common import audit, states
from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Match
from arena.contests.proof import chain
from arena.contests.schedule import drawing, queue, rounds
from arena.contests.standings import snapshots
from arena.database import is_away
from arena.stored_times import passed

log = structlog.get_logger(__name__)
ADVANCE = "arena.contests.tasks.advance_contest"
OPEN = (Match.State.WAITING, Match.State.RUNNING)
Plan = tuple[drawing.Inputs, drawing.Rounds]
SHORTEST_WAIT, LONGEST_WAIT = 10, 3600  # seconds before a step that failed is tried again; doubled by each failure


def request_on_commit(*, contest: Contest) -> None:
    """Let a worker advance the contest after the commit. If the broker is away, the sweep asks again."""
    transaction.on_commit(partial(request, contest_id=contest.pk), robust=True)


def request(*, contest_id: int) -> int:
    """Let a worker advance the contest. Returns 1 if the broker took the task."""
    return broker.send_all(ADVANCE, [contest_id])


def advance(*, contest_id: int) -> bool:
    """Draw what is to be drawn, or finish a tournament that has nothing left to play. Returns whether it did.

    Pairing a large field takes seconds, so it is done before the contest is locked, and stored if nothing that it
    depends on has changed meanwhile. Somebody who holds the contest's lock is not waited for: whoever changes a contest
    asks for this afterwards.
    """
    try:
        plan = _pair(Contest.objects.get(pk=contest_id))
        with transaction.atomic():
            free = Contest.objects.select_for_update(no_key=True, skip_locked=True)
            contest = free.filter(pk=contest_id).first()
            return contest is not None and _step(contest, plan)
    except Exception as failure:
        if is_away(failure):
            raise
        log.exception("a contest could not be advanced", contest=contest_id)
        record_failure(
            contest_id=contest_id,
            problem="The next matches could not be drawn because of a failure of the platform. Results are kept, and "
            "the arena tries again by itself.",
            trouble=f"{type(failure).__name__}: {failure}",
        )
        return False


def record_failure(*, contest_id: int, problem: str, trouble: str) -> None:
    """Keep with the contest why its next step failed: `problem` for everybody, `trouble` for operators."""
    Contest.objects.filter(pk=contest_id).exclude(state__in=Contest.OVER).update(
        failures=F("failures") + 1, failed_at=Now(), problem=problem[:2000], trouble=trouble[:2000]
    )


def retry_due() -> Q:
    """Contests whose next step may be tried: it has not failed, or long enough ago."""
    most = 1
    while SHORTEST_WAIT * 2**most < LONGEST_WAIT:
        most += 1
    waits = [Q(failures=n) & passed("failed_at", SHORTEST_WAIT * 2 ** (n - 1)) for n in range(1, most + 1)]
    return reduce(or_, waits, Q(failures=0) | (Q(failures__gt=most) & passed("failed_at", LONGEST_WAIT)))


def request_due() -> int:
    """Ask for the steps that are due: the last match asks by itself, and this is the net. Returns how many."""
    left = Match.objects.filter(contest=OuterRef("pk"), state__in=OPEN)
    undrawn = ~Q(format=Contest.Format.SWISS) & Q(rounds_drawn__lt=F("rounds"))
    drawing = Q(state=Contest.State.DRAWING) | (undrawn & Q(state__in=Contest.UNDER_WAY))
    due = Contest.objects.filter(drawing | (Q(state=Contest.State.RUNNING) & ~Exists(left)))
    due = due.exclude(format=Contest.Format.LADDER)
    asked = 0
    for contest in due.filter(retry_due()).order_by("served", "pk"):
        with apart(contest):
            asked += request(contest_id=contest.pk)
    return asked


def _due(contest: Contest) -> tuple[int, int] | None:
    """The first and the last of the rounds to draw now, or None."""
    if contest.format == Contest.Format.SWISS:
        played = not contest.matches.filter(state__in=OPEN).exists()
        last = min(contest.rounds_drawn + 1, contest.rounds) if played else contest.rounds_drawn
    else:
        last = contest.rounds
    return (contest.rounds_drawn + 1, last) if last > contest.rounds_drawn else None


def _waits(contest: Contest) -> bool:
    """Whether nothing may follow now, whatever has been played."""
    if contest.state not in Contest.UNDER_WAY or contest.kind == "ladder":
        return True
    return contest.state == Contest.State.PAUSED and not contest.drawing


def _pair(contest: Contest) -> Plan | None:
    """Pair the rounds that are due, without a lock."""
    span = None if _waits(contest) else _due(contest)
    if span is None:
        return None
    inputs = drawing.read(contest=contest, first=span[0], last=span[1])
    return inputs, drawing.pair(inputs)


def _step(contest: Contest, plan: Plan | None) -> bool:
    if _waits(contest):
        return False
    if span := _due(contest):
        made = None
        if plan is not None and (plan[0].first, plan[0].last) == span:
            made = rounds.store(contest=contest, inputs=plan[0], drawn=plan[1], boards=contest.boards)
        if made is None:  # something changed while the rounds were paired
            request_on_commit(contest=contest)
            return False
        contest.rounds_drawn = span[1]
        if made:
            _go_on(contest)
            return True
    if contest.matches.filter(state__in=OPEN).exists() or contest.state == Contest.State.PAUSED:
        return False
    _finish(contest)
    return True


def _go_on(contest: Contest) -> None:
    if contest.state == Contest.State.DRAWING:
        states.move_contest(contest, Contest.State.RUNNING, rounds_drawn=contest.rounds_drawn)
    else:
        contest.problem, contest.trouble, contest.failures, contest.failed_at = "", "", 0, None
        contest.save(update_fields=["rounds_drawn", "problem", "trouble", "failures", "failed_at"])
    transaction.on_commit(queue.dispatch, robust=True)


def _finish(contest: Contest) -> None:
    states.move_contest(contest, Contest.State.FINISHED, rounds_drawn=contest.rounds_drawn)
    chain.append(contest=contest, kind="finish", void=[], note="")
    snapshots.outdate(contest=contest)
    audit.record(
        contest=contest, by=None, action="finish", detail="every match has been played; the secret is revealed"
    )
