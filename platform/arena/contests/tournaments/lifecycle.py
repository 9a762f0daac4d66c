"""From draft to finished: every step under the contest's lock, so that a second click finds nothing left to do."""

import secrets
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from arena import inputs
from arena.accounts.models import User
from arena.contests import conf
from arena.contests.common import audit, locks
from arena.contests.common.permissions import require_organiser
from arena.contests.models import Contest, Entry, Match
from arena.contests.schedule import queue
from arena.contests.schedule import rounds as schedule
from arena.contests.standings import snapshots
from arena.errors import Refused
from arena.submissions.models import Version
from tournaments import seeds


def open_entries(*, contest: Contest, by: User | None) -> Contest:
    with transaction.atomic():
        contest = _lock(contest, by, Contest.State.DRAFT, otherwise="its entries have been opened already")
        if contest.entry == Contest.EntryMode.PRIVATE:
            raise Refused("The organiser chooses the entries of this contest: add bots and start it.")
        contest.state = Contest.State.OPEN
        contest.save(update_fields=["state"])
        audit.record(contest=contest, by=by, action="open")
    return contest


def start(*, contest: Contest, by: User | None) -> Contest:
    """Pin every entry to its bot's newest ready version, commit to a secret, draw the matches and queue them.

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
        Entry.objects.bulk_update(entries, ["name", "version"])
        contest.secret = secrets.token_hex(32)
        contest.secret_sha256 = seeds.commitment(contest.secret)
        contest.state, contest.started_at = Contest.State.RUNNING, timezone.now()
        contest.save(update_fields=["secret", "secret_sha256", "state", "started_at"])
        require_room(contest=contest, rounds=contest.rounds, entries=len(entries))
        last = 1 if contest.format == Contest.Format.SWISS else contest.rounds
        made = schedule.draw_rounds(contest=contest, first=1, last=last, boards=contest.boards)
        detail = f"{len(entries)} entries, {made} matches; SHA-256 of the secret {contest.secret_sha256}"
        audit.record(contest=contest, by=by, action="start", detail=detail)
        transaction.on_commit(queue.dispatch, robust=True)
    return contest


def pause(*, contest: Contest, by: User | None) -> Contest:
    """Matches that are running play on; no other begins."""
    with transaction.atomic():
        contest = _lock(contest, by, Contest.State.RUNNING, otherwise="only a running contest can be paused")
        contest.state = Contest.State.PAUSED
        contest.save(update_fields=["state"])
        contest.matches.filter(state=Match.State.WAITING).update(queued_at=None)
        audit.record(contest=contest, by=by, action="pause")
    return contest


def resume(*, contest: Contest, by: User | None) -> Contest:
    with transaction.atomic():
        contest = _lock(contest, by, Contest.State.PAUSED, otherwise="only a paused contest can be resumed")
        contest.state = Contest.State.RUNNING
        contest.save(update_fields=["state"])
        audit.record(contest=contest, by=by, action="resume")
        schedule.advance(contest=contest)
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
        drawn = contest.matches.aggregate(last=Max("round"))["last"] or 0
        require_room(contest=contest, rounds=rounds, entries=schedule.active(contest).count())
        contest.rounds, contest.boards = contest.rounds + rounds, boards
        contest.save(update_fields=["rounds", "boards"])
        if contest.format != Contest.Format.SWISS:
            schedule.draw_rounds(contest=contest, first=drawn + 1, last=contest.rounds, boards=boards)
        audit.record(contest=contest, by=by, action="extend", detail=f"more rounds: {rounds}, boards a match: {boards}")
        transaction.on_commit(queue.dispatch, robust=True)
    return contest


def require_room(*, contest: Contest, rounds: int, entries: int) -> None:
    """Refuse what would draw too many matches at once, or for one account within a day. The contest is locked."""
    matches = schedule.planned(contest=contest, rounds=rounds, entries=entries)
    if matches > settings.MAX_MATCHES:
        raise Refused(
            f"That would be {matches:,} matches; {settings.MAX_MATCHES:,} are the most: use fewer rounds.", "rounds"
        )
    if contest.organiser_id is None:  # a ladder, which draws a match at a time
        return
    locks.account(contest.organiser_id)
    day = timezone.now() - timedelta(days=1)
    today = Match.objects.filter(contest__organiser=contest.organiser_id, created_at__gt=day).count()
    if today + matches > settings.MATCHES_PER_DAY:
        raise Refused(
            f"That would be {matches:,} matches. This organiser's contests had {today:,} within a day, and "
            f"{settings.MATCHES_PER_DAY:,} are the most: wait a while."
        )


def _end(contest: Contest, state: Contest.State) -> None:
    contest.state, contest.finished_at = state, timezone.now()
    contest.save(update_fields=["state", "finished_at"])
    contest.matches.filter(state__in=[Match.State.WAITING, Match.State.RUNNING]).update(
        state=Match.State.VOID,
        claim=None,
        lease_until=None,
        queued_at=None,
        finished_at=timezone.now(),
        void_reason=f"The contest is {state}.",
    )
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
