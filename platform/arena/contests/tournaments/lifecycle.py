"""From draft to finished: every step under the contest's lock, so that a second click finds nothing left to do."""


from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena import inputs
from arena.accounts.models import User
from arena.contests import conf
from arena.contests.common import audit, consent, locks, states
from arena.contests.common.permissions import require_organiser
from arena.contests.models import Contest, Entry, Match
from arena.contests.proof import chain, tries
from arena.contests.proof.commit import commit
from arena.contests.schedule import advance, queue
from arena.contests.schedule import rounds as schedule
from arena.contests.standings import snapshots
from arena.errors import NotYet, Refused
from arena.stored_times import recent
from arena.submissions.models import Version
from tournaments.standings import POINTS

OPEN = [Match.State.WAITING, Match.State.RUNNING]

DAY = 24 * 3600


def open_entries(*, contest: Contest, by: User | None) -> Contest:
    with transaction.atomic():
        contest = _lock(contest, by, Contest.State.DRAFT, otherwise="its entries have been opened already")
        if contest.entry == Contest.EntryMode.PRIVATE:
            raise Refused("The organiser chooses the entries of this contest: add bots and start it.")
        states.move_contest(contest, Contest.State.OPEN)
        audit.record(contest=contest, by=by, action="open")
    return contest


def start(*, contest: Contest, by: User | None) -> Contest:
    """Pin every entry to its bot's newest ready version and commit to a secret. A worker then draws the matches, which
    takes seconds for a large field; the contest is `drawing` until then.

    A bot that was retired meanwhile is for a person to remove. The clock takes it out by itself: else one owner could
    keep a contest from starting for all the others.
    """
    with transaction.atomic():
        contest = _lock(contest, by, *Contest.BEFORE_START, otherwise="it has been started already")
        entries = list(schedule.active(contest))
        _choose_versions(entries)
        if absent := [entry for entry in entries if entry.version is None]:
            if by is not None:
                raise Refused(f"{absent[0].bot} has no version that may play any more: remove it first.")
            entries = [entry for entry in entries if entry.version]
            _take_out(contest, absent)
        if len(entries) < contest.seats:
            raise Refused(f"{contest.name} has {len(entries)} entries; it needs at least {contest.seats} to start.")
        matches = require_room(contest=contest, rounds=contest.rounds, entries=len(entries))
        consent.settle(entries)
        Entry.objects.bulk_update(entries, ["name", "version", "consent"])
        contest.ranking, contest.started_at = POINTS, timezone.now()
        commitment = commit(contest=contest, entries=entries, matches=matches)
        states.move_contest(
            contest, Contest.State.DRAWING, ranking=contest.ranking, started_at=contest.started_at
        )
        detail = (
            f"{len(entries)} entries, {matches} matches; SHA-256 of the secret {contest.secret_sha256}, "
            f"of the commitment {commitment}"
        )
        audit.record(contest=contest, by=by, action="start", detail=detail)
        advance.request_on_commit(contest=contest)
    return contest


def pause(*, contest: Contest, by: User | None) -> Contest:
    """Matches that are running play on; no other begins."""
    with transaction.atomic():
        contest = _lock(contest, by, Contest.State.RUNNING, otherwise="only a running contest can be paused")
        states.move_contest(contest, Contest.State.PAUSED)
        contest.matches.filter(state=Match.State.WAITING).update(queued_at=None)
        chain.append(contest=contest, kind="pause")
        audit.record(contest=contest, by=by, action="pause")
    return contest


def resume(*, contest: Contest, by: User | None) -> Contest:
    with transaction.atomic():
        contest = _lock(contest, by, Contest.State.PAUSED, otherwise="only a paused contest can be resumed")
        states.move_contest(contest, Contest.State.RUNNING)
        chain.append(contest=contest, kind="resume")
        audit.record(contest=contest, by=by, action="resume")
        advance.request_on_commit(contest=contest)
        transaction.on_commit(queue.dispatch, robust=True)
    return contest


def cancel(*, contest: Contest, by: User | None, reason: str = "") -> Contest:
    """Nothing more is played: matches without a result become void, results and ratings stand, the secret is shown."""
    reason = inputs.prose(reason, "reason", conf.REASON_LENGTH)
    with transaction.atomic():
        contest = _lock(contest, by, *Contest.BEFORE_START, *Contest.UNDER_WAY, otherwise="it is over already")
        _end(contest, Contest.State.CANCELLED)
        audit.record(contest=contest, by=by, action="cancel", detail=reason)
    return contest


def close(*, contest: Contest, by: User | None, reason: str = "") -> Contest:
    """End a ladder, so that its secret can be shown. While bots want to climb, the next sweep opens a new one."""
    reason = inputs.prose(reason, "reason", conf.REASON_LENGTH)
    with transaction.atomic():
        contest = _lock(contest, by, *Contest.UNDER_WAY, otherwise="it is over already")
        if contest.kind != "ladder":
            raise Refused("A tournament ends by itself; to end it early, cancel it.")
        _end(contest, Contest.State.FINISHED)
        audit.record(contest=contest, by=by, action="close", detail=reason)
    return contest


def extend(*, contest: Contest, by: User | None, rounds: int, boards: int | None = None) -> Contest:
    """More rounds, each match of which plays `boards` boards (as many as before, if not given).

    Boards are added as rounds, never to single matches, so that every pair goes on meeting equally often.
    """
    with transaction.atomic():
        contest = _lock(
            contest,
            by,
            *Contest.UNDER_WAY,
            otherwise="only a contest under way can be extended: afterwards its secret, and so every deal, is known",
        )
        boards = contest.boards if boards is None else boards
        if contest.kind == "ladder":
            raise Refused("A ladder goes on by itself.")
        if not 1 <= rounds <= settings.MAX_ROUNDS - contest.rounds:
            raise Refused(f"rounds is {rounds}; {settings.MAX_ROUNDS} in all are the most.", "rounds")
        if not 1 <= boards <= settings.MAX_BOARDS:
            raise Refused(f"boards is {boards}; it may be 1 to {settings.MAX_BOARDS}.", "boards")
        if contest.drawing:
            raise Refused(f"The matches of {contest.name} are still being drawn: extend it when that is done.")
        entries = schedule.active(contest).count()
        if entries < contest.seats:
            raise Refused(f"{contest.name} has {entries} bots left; a match needs {contest.seats}.")
        require_room(contest=contest, rounds=rounds, entries=entries)
        contest.rounds, contest.boards = contest.rounds + rounds, boards
        contest.save(update_fields=["rounds", "boards"])
        chain.append(contest=contest, kind="extend", rounds=rounds, boards=boards)
        audit.record(contest=contest, by=by, action="extend", detail=f"more rounds: {rounds}, boards a match: {boards}")
        advance.request_on_commit(contest=contest)
    return contest


def require_room(*, contest: Contest, rounds: int, entries: int) -> int:
    """Refuse what would draw too many matches at once, or (as NotYet) for one account within a day. The contest is
    locked. Returns how many matches it will be."""
    matches = schedule.planned(contest=contest, rounds=rounds, entries=entries)
    most = min(settings.MAX_MATCHES, settings.MATCHES_PER_DAY)
    if matches > most:
        raise Refused(f"That would be {matches:,} matches; {most:,} are the most: use fewer rounds.", "rounds")
    if contest.organiser_id is None:  # a ladder, which draws a match at a time
        return matches
    locks.account(contest.organiser_id)
    of_organiser = Match.objects.filter(contest__organiser=contest.organiser_id)
    today = of_organiser.filter(recent("created_at", DAY)).count() + _to_draw(contest)
    if today + matches > settings.MATCHES_PER_DAY:
        raise NotYet(
            f"That would be {matches:,} matches. This organiser's contests had {today:,} within a day, and "
            f"{settings.MATCHES_PER_DAY:,} are the most: wait a while."
        )
    return matches


def _to_draw(contest: Contest) -> int:
    """How many matches the organiser's other contests are about to draw."""
    others = Contest.objects.filter(organiser=contest.organiser_id, state__in=Contest.UNDER_WAY).exclude(pk=contest.pk)
    return sum(
        schedule.planned(
            contest=other,
            rounds=other.rounds - other.rounds_drawn,
            entries=other.entries.filter(state=Entry.State.ACTIVE).count(),
        )
        for other in others
        if other.drawing
    )


def _end(contest: Contest, state: Contest.State) -> None:
    states.move_contest(contest, state)
    note = f"The contest is {state}."
    void = dict(contest.matches.filter(state__in=OPEN).order_by("number").values_list("pk", "number"))
    states.move_matches(Match.objects.filter(pk__in=list(void)), Match.State.VOID, void_reason=note)
    tries.end(matches=void, reason=note)
    kind = "cancel" if state == Contest.State.CANCELLED else "finish"
    chain.append(contest=contest, kind=kind, void=list(void.values()), note=note)
    snapshots.outdate(contest=contest)


def _lock(contest: Contest, by: User | None, *states: str, otherwise: str) -> Contest:
    locked = locks.contest(contest.pk)
    require_organiser(by=by, contest=locked)
    if locked.state not in states:
        raise Refused(f"{locked.name} is {locked.state}: {otherwise}.")
    return locked


def _take_out(contest: Contest, absent: list[Entry]) -> None:
    contest.entries.filter(pk__in=[entry.pk for entry in absent]).update(state=Entry.State.REMOVED)
    for entry in absent:
        detail = f"{entry.bot} has no version that may play any more"
        audit.record(contest=contest, by=None, action="remove", detail=detail)


def _choose_versions(entries: list[Entry]) -> None:
    """Name and version of each entry from here on, not yet saved; the version is None where the bot cannot play."""
    ready = Version.objects.filter(bot__in=[e.bot_id for e in entries], status=Version.Status.READY)
    newest = {v.bot_id: v for v in ready.order_by("bot_id", "-number").distinct("bot_id").defer("source", "log")}
    for entry in entries:
        entry.name = str(entry.bot)
        playing = entry.bot.retired_at is None and entry.bot.owner.is_active
        entry.version = newest.get(entry.bot_id) if playing else None
