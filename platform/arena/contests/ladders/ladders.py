"""Ladders: one for each game and preset, made when enough bots opted in, never ending. A few matches at a time, and
none while a tournament waits; each pins the newest ready versions."""

import secrets
from collections import Counter
from datetime import timedelta
from itertools import combinations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, F, Max, Q
from django.utils import timezone

import games
from arena.accounts.models import BUILTIN
from arena.contests.common import audit, locks
from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Entry, Match, MatchPlayer, Rating, Snapshot
from arena.contests.schedule import queue, rounds
from arena.contests.tournaments import create
from arena.submissions.models import Bot, Version
from tournaments import pairings, seeds
from tournaments.ratings import elo

OPEN = [Match.State.WAITING, Match.State.RUNNING]
REMEMBERED = 500  # matches, of which the pairs count as having met


def step() -> int:
    """Make the next ladder matches. Returns how many."""
    if not settings.LADDER_MATCHES:
        return 0
    open_ladders()
    made = 0
    waiting = Match.objects.filter(state=Match.State.WAITING, contest__state=Contest.State.RUNNING)
    ladders = Contest.objects.filter(format=Contest.Format.LADDER, state=Contest.State.RUNNING)
    ladders = ladders.annotate(last=Max("matches__created_at")).order_by(F("last").asc(nulls_first=True))
    for ladder in ladders:
        under_way = Match.objects.filter(contest__format=Contest.Format.LADDER, state__in=OPEN).count()
        if under_way >= settings.LADDER_MATCHES or waiting.exclude(contest__format=Contest.Format.LADDER).exists():
            break
        with apart(ladder):
            made += next_match(ladder=ladder)
    return made


def open_ladders() -> int:
    """Start the ladders that have enough bots and do not exist."""
    playing = dict(eligible().order_by().values_list("game").annotate(bots=Count("pk")))
    exist = set(
        Contest.objects.filter(format=Contest.Format.LADDER, state__in=Contest.UNDER_WAY).values_list("game", "preset")
    )
    made = 0
    for game in games.names():
        for preset in games.presets(game):
            if (game, preset) not in exist and playing.get(game, 0) >= games.load(game, preset).seats:
                made += _open(game, preset)
    return made


def next_match(*, ladder: Contest) -> int:
    """Pair whoever is least known, if it is time. Returns 1 if a match was made."""
    with transaction.atomic():
        ladder = locks.contest(ladder.pk)
        if ladder.state != Contest.State.RUNNING or ladder.matches.filter(state__in=OPEN).exists():
            return 0
        sync_entries(ladder=ladder)
        entries = list(rounds.active(ladder))
        if len(entries) < ladder.seats:
            return 0
        versions = _newest(entries)
        candidates = _candidates(ladder, entries, versions)
        last = ladder.matches.aggregate(at=Max("created_at"), round=Max("round"))
        settled = all(candidate.matches >= settings.LADDER_SETTLED for candidate in candidates)
        if settled and last["at"] and timezone.now() - last["at"] < timedelta(seconds=settings.LADDER_PAUSE_SECONDS):
            return 0
        table = [entries[index] for index in pairings.ladder(candidates, ladder.seats, _met(ladder, entries))]
        seated = [(1, table, [versions[entry.bot_id] for entry in table])]
        rounds.create_matches(contest=ladder, round=(last["round"] or 0) + 1, seated=seated, boards=ladder.boards)
        transaction.on_commit(queue.dispatch, robust=True)
    return 1


def sync_entries(*, ladder: Contest) -> None:
    """Entries follow the bots that opted in; the caller holds the ladder's lock."""
    wanted = {bot.pk: bot for bot in eligible().filter(game=ladder.game)}
    entries = {entry.bot_id: entry for entry in ladder.entries.all()}
    number = 1 + max((entry.number for entry in entries.values()), default=-1)
    names = {entry.name for entry in entries.values()}
    for bot in (bot for pk, bot in wanted.items() if pk not in entries):
        name = str(bot) if str(bot) not in names else f"{bot}-{number}"  # a renamed bot keeps its name here
        Entry.objects.create(contest=ladder, bot=bot, number=number, name=name)
        names.add(name)
        number += 1
    ladder.entries.filter(bot__in=wanted).exclude(state=Entry.State.ACTIVE).update(state=Entry.State.ACTIVE)
    ladder.entries.exclude(bot__in=wanted).exclude(state=Entry.State.REMOVED).update(state=Entry.State.REMOVED)


def eligible():  # type: ignore[no-untyped-def]
    """Bots that opted in and have a version that may play; not those of closed accounts."""
    ready = Version.objects.filter(status=Version.Status.READY)
    return (
        Bot.objects.filter(on_ladder=True, retired_at=None, owner__is_active=True, versions__in=ready)
        .select_related("owner")
        .distinct()
        .order_by("pk")
    )


def _open(game: str, preset: str) -> int:
    rules = games.load(game, preset)
    secret = secrets.token_hex(32)
    ladder = Contest(
        name=f"{rules.title}, {preset}: ladder",
        format=Contest.Format.LADDER,
        game=game,
        preset=preset,
        options=dict(rules.options),
        seats=rules.seats,
        boards=settings.LADDER_BOARDS,
        entry=Contest.EntryMode.OPEN,
        state=Contest.State.RUNNING,
        secret=secret,
        secret_sha256=seeds.commitment(secret),
        started_at=timezone.now(),
    )
    try:
        with transaction.atomic():
            create.save_with_slug(ladder, f"{game}-{preset}-ladder")
            audit.record(
                contest=ladder, by=None, action="start", detail=f"SHA-256 of the secret {ladder.secret_sha256}"
            )
    except IntegrityError:  # another sweep opened it at the same moment
        return 0
    return 1


def _newest(entries: list[Entry]) -> dict[int, Version]:
    ready = Version.objects.filter(bot__in=[entry.bot_id for entry in entries], status=Version.Status.READY)
    return {v.bot_id: v for v in ready.order_by("bot_id", "-number").distinct("bot_id").defer("source", "log")}


def _candidates(ladder: Contest, entries: list[Entry], versions: dict[int, Version]) -> list[pairings.Candidate]:
    bots = [entry.bot_id for entry in entries]
    ratings = Rating.objects.filter(pool__game=ladder.game, pool__preset=ladder.preset, bot__in=bots)
    values = dict(ratings.values_list("bot_id", "value"))
    played = MatchPlayer.objects.filter(match__contest=ladder, match__state=Match.State.DONE)
    with_version = dict(
        played.filter(version__in=[v.pk for v in versions.values()])
        .order_by()
        .values_list("bot_id")
        .annotate(n=Count("pk"))
    )
    snapshot = Snapshot.objects.filter(contest=ladder).defer("cells").first()
    widths = {row["entry"]: row["half_width"] for row in snapshot.data["fit"]} if snapshot else {}
    return [
        pairings.Candidate(
            entrant=index,
            rating=values.get(entry.bot_id, elo.START),
            half_width=widths.get(entry.number) if with_version.get(entry.bot_id) else None,
            matches=with_version.get(entry.bot_id, 0),
            owner="" if entry.bot.owner.username == BUILTIN else entry.bot.owner.username,
        )
        for index, entry in enumerate(entries)
    ]


def _met(ladder: Contest, entries: list[Entry]) -> Counter[tuple[int, int]]:
    at = {entry.pk: index for index, entry in enumerate(entries)}
    last = (
        ladder.matches.filter(~Q(state=Match.State.VOID)).order_by("-number").values_list("pk", flat=True)[:REMEMBERED]
    )
    tables: dict[int, list[int]] = {}
    for match, entry in MatchPlayer.objects.filter(match__in=list(last)).values_list("match_id", "entry_id"):
        if entry in at:
            tables.setdefault(match, []).append(at[entry])
    return Counter(pair for table in tables.values() for pair in combinations(sorted(table), 2))
