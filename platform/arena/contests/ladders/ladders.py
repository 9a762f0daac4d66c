"""Ladders: one for each game and preset, opened when enough bots opted in, and a new one every month. A few matches at
a time, which take their turn in the queue like those of tournaments; each pins the newest ready versions."""

from collections import Counter
from itertools import combinations

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

import games
from arena.accounts.models import BUILTIN
from arena.contests.common import audit, locks
from arena.contests.common.isolation import apart
from arena.contests.ladders import months
from arena.contests.models import Contest, Entry, Match, MatchPlayer, Rating, Snapshot
from arena.contests.proof import chain
from arena.contests.proof.commit import commit, owner_token
from arena.contests.schedule import queue, rounds
from arena.contests.tournaments import create
from arena.stored_times import recent
from arena.submissions.models import Bot, Version
from tournaments import pairings
from tournaments.ratings import elo
from tournaments.standings import RATING

OPEN = [Match.State.WAITING, Match.State.RUNNING]
REMEMBERED = 500  # matches, of which the pairs count as having met
HOUR = 3600
MOST_LEADS = 50  # bots for which a table is looked for, the least known first
CERTAIN = 0.97  # an expected score from here on is nearly a result: between settled bots it teaches nothing


def step() -> int:
    """Schedule the next ladder matches. Returns how many."""
    if not settings.LADDER_MATCHES:
        return 0
    months.close_past()
    open_ladders()
    made = 0
    newest = Match.objects.filter(contest=OuterRef("pk")).order_by("-number").values("pk")[:1]
    in_turn = _running().annotate(newest=Subquery(newest)).order_by(F("newest").asc(nulls_first=True), "pk")
    for ladder in in_turn:
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
    """Pair the bot that is least known, if it is time and there is room. Returns 1 if a match was scheduled."""
    with transaction.atomic():
        ladder = locks.contest(ladder.pk)
        if ladder.state != Contest.State.RUNNING or not months.is_current(ladder):
            return 0
        if ladder.matches.filter(state__in=OPEN).exists():
            return 0
        sync_entries(ladder=ladder)
        entries = list(rounds.active(ladder))
        if len(entries) < ladder.seats:
            return 0
        versions = _newest(entries)
        candidates = _candidates(ladder, entries, versions)
        table = _table(ladder, candidates, _met(ladder, entries))
        if table is None or not _has_room(table):
            return 0
        seated = [entries[candidate.entrant] for candidate in table]
        pinned = [versions[entry.bot_id] for entry in seated]
        last = ladder.matches.aggregate(round=Max("round"), number=Max("number"))
        round_ = (last["round"] or 0) + 1
        seats = [(round_, 1, seated, pinned)]
        rounds.create_matches(contest=ladder, seated=seats, boards=ladder.boards, at=timezone.now())
        chain.append(
            contest=ladder,
            kind="pair",
            round=round_,
            match=(last["number"] or 0) + 1,
            boards=ladder.boards,
            table=[entry.number for entry in seated],
            versions=[f"{entry.name}@{version.number}" for entry, version in zip(seated, pinned, strict=True)],
            sources=[version.sha256 for version in pinned],
        )
        transaction.on_commit(queue.dispatch, robust=True)
    return 1


Candidates = list[pairings.Candidate]


def _table(ladder: Contest, candidates: Candidates, met: Counter[tuple[int, int]]) -> Candidates | None:
    """Who plays next, or None where no match is due or none would teach anything."""
    by_entrant = {candidate.entrant: candidate for candidate in candidates}
    paused = ladder.matches.filter(recent("created_at", settings.LADDER_PAUSE_SECONDS)).exists()
    house_may = _house_may()
    for lead in pairings.by_need(candidates)[:MOST_LEADS]:
        chosen = [by_entrant[entrant] for entrant in pairings.ladder(candidates, ladder.seats, met, lead)]
        house = not any(candidate.owner for candidate in chosen)
        due = house_may if house else not paused or any(map(_newcomer, chosen))
        if due and _teaches(chosen, met):
            return chosen
    return None


def _newcomer(candidate: pairings.Candidate) -> bool:
    return candidate.matches < settings.LADDER_SETTLED


def _teaches(table: Candidates, met: Counter[tuple[int, int]]) -> bool:
    """Whether the result would say something new: always for a newcomer; never among settled house bots, which do not
    change; else where the outcome is not certain and the pair has not met as often as makes a bot settled."""
    if any(map(_newcomer, table)):
        return True
    if not any(candidate.owner for candidate in table):
        return False
    return any(
        abs(elo.edge(one.rating - other.rating)) < CERTAIN - 0.5
        and met[min(one.entrant, other.entrant), max(one.entrant, other.entrant)] < settings.LADDER_SETTLED
        for one, other in combinations(table, 2)
    )


def _has_room(table: Candidates) -> bool:
    """Whether one more ladder match may be open now. A bot that has never played need not wait for the others."""
    first = any(candidate.owner and not candidate.matches for candidate in table)
    return _of_ladders().filter(state__in=OPEN).count() < settings.LADDER_MATCHES + first


def _house_may() -> bool:
    """Whether a match among house bots only may begin: so many an hour over all ladders, evenly spread."""
    if not settings.LADDER_HOUSE_MATCHES:
        return False
    people = MatchPlayer.objects.filter(match=OuterRef("pk")).exclude(bot__owner__username=BUILTIN)
    lately = _of_ladders().filter(recent("created_at", HOUR / settings.LADDER_HOUSE_MATCHES))
    return not lately.filter(~Exists(people)).exists()


def _running() -> QuerySet[Contest]:
    return Contest.objects.filter(format=Contest.Format.LADDER, state=Contest.State.RUNNING)


def _of_ladders() -> QuerySet[Match]:
    return Match.objects.filter(contest__format=Contest.Format.LADDER)


def sync_entries(*, ladder: Contest) -> None:
    """Entries follow the bots that opted in; the caller holds the ladder's lock."""
    wanted = {bot.pk: bot for bot in eligible().filter(game=ladder.game)}
    entries = {entry.bot_id: entry for entry in ladder.entries.all()}
    number = 1 + max((entry.number for entry in entries.values()), default=-1)
    names = {entry.name for entry in entries.values()}
    for bot in (bot for pk, bot in wanted.items() if pk not in entries):
        name = str(bot) if str(bot) not in names else f"{bot}-{number}"  # a renamed bot keeps its name here
        Entry.objects.create(contest=ladder, bot=bot, number=number, name=name, consent=Entry.Consent.OWNER)
        chain.append(contest=ladder, kind="enter", entry=number, bot=name, owner=owner_token(bot.owner))
        names.add(name)
        number += 1
    back = ladder.entries.filter(bot__in=wanted).exclude(state=Entry.State.ACTIVE)
    gone = ladder.entries.exclude(bot__in=wanted).exclude(state=Entry.State.REMOVED)
    for kind, moved, state in (("return", back, Entry.State.ACTIVE), ("leave", gone, Entry.State.REMOVED)):
        numbers = list(moved.values_list("number", flat=True))
        moved.update(state=state)
        for number in numbers:
            chain.append(contest=ladder, kind=kind, entry=number)


def eligible() -> QuerySet[Bot]:
    """Bots that opted in and have a version that may play, each once; not those of closed accounts."""
    ready = Version.objects.filter(bot=OuterRef("pk"), status=Version.Status.READY)
    opted_in = Bot.objects.filter(Exists(ready), on_ladder=True, retired_at=None, owner__is_active=True)
    return opted_in.select_related("owner").order_by("pk")


def _open(game: str, preset: str) -> int:
    rules = games.load(game, preset)
    now = timezone.now()
    ladder = Contest(
        name=f"{rules.title}, {preset}: ladder of {now:%B %Y}",
        format=Contest.Format.LADDER,
        game=game,
        preset=preset,
        options=dict(rules.options),
        seats=rules.seats,
        boards=settings.LADDER_BOARDS,
        entry=Contest.EntryMode.OPEN,
        ranking=RATING,
    )
    try:
        with transaction.atomic():
            create.save_with_slug(ladder, f"{game}-{preset}-ladder-{now:%Y-%m}")
            ladder.started_at = now
            commitment = commit(contest=ladder, entries=[], matches=None)
            ladder.state = Contest.State.RUNNING
            ladder.save(update_fields=["state", "started_at"])
            detail = f"SHA-256 of the secret {ladder.secret_sha256}, of the commitment {commitment}"
            audit.record(contest=ladder, by=None, action="start", detail=detail)
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
