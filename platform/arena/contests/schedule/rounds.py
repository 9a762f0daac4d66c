"""Rows for the matches that the pairings draw, and what follows when none is left to play."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.db.models import Count, Max, Q, Sum
from django.utils import timezone

from arena.accounts.models import BUILTIN
from arena.contests.common import audit
from arena.contests.models import Contest, Entry, Match, MatchPlayer
from arena.contests.standings import snapshots
from arena.submissions.models import Version
from tournaments import pairings, seeds

Seated = tuple[int, Sequence[Entry], Sequence[Version]]
"""A match to come: its number within the round, from 1; who plays, in match order; with which version each."""


def planned(*, contest: Contest, rounds: int, entries: int) -> int:
    """How many matches so many rounds of so many entries are."""
    pairs = entries * (entries - 1) // 2
    return rounds * (pairs if contest.format == Contest.Format.ROUND_ROBIN else entries // contest.seats)


def draw_rounds(*, contest: Contest, first: int, last: int, boards: int) -> int:
    """Make the matches of the rounds `first` to `last` for the active entries. Returns how many."""
    entries = list(active(contest).select_related("version"))
    if contest.format == Contest.Format.SWISS:
        return _draw_swiss(contest, entries, first, boards)
    if contest.format == Contest.Format.ROUND_ROBIN:
        drawn: Sequence[Sequence[tuple[int, ...]]] = pairings.round_robin(len(entries), last)[first - 1 :]
    else:
        drawn = pairings.tables(len(entries), contest.seats, last - first + 1, _rounds_before(contest, entries))
    made = 0
    for number, tables in enumerate(drawn, start=first):
        made += create_matches(contest=contest, round=number, seated=_seat(entries, tables), boards=boards)
    return made


def _rounds_before(contest: Contest, entries: Sequence[Entry]) -> list[list[tuple[int, ...]]]:
    """Who of these entries, by their index, sat together in the rounds so far: more rounds even out what they left."""
    at = {entry.pk: index for index, entry in enumerate(entries)}
    rounds: dict[int, dict[int, list[int]]] = {}
    seats = MatchPlayer.objects.filter(match__contest=contest).exclude(match__state=Match.State.VOID)
    for number, match, entry in seats.order_by("match__number", "number").values_list(
        "match__round", "match_id", "entry_id"
    ):
        if entry in at:
            rounds.setdefault(number, {}).setdefault(match, []).append(at[entry])
    return [[tuple(table) for table in tables.values()] for tables in rounds.values()]


def create_matches(*, contest: Contest, round: int, seated: Iterable[Seated], boards: int) -> int:
    """Waiting matches with their players, and seeds that follow from the contest's secret. Returns how many."""
    last = contest.matches.aggregate(last=Max("number"))["last"] or 0
    matches, players = [], []
    for at, (number, entries, versions) in enumerate(seated, start=1):
        key = seeds.match_key(round, number)
        match = Match(
            contest=contest,
            round=round,
            number=last + at,
            key=key,
            seed=seeds.match_seed(contest.secret, key),
            boards=boards,
            rated=not contest.unrated and not same_owner(entries),
        )
        matches.append(match)
        players += [
            MatchPlayer(match=match, number=place, entry=entry, bot_id=entry.bot_id, version=version)
            for place, (entry, version) in enumerate(zip(entries, versions, strict=True))
        ]
    Match.objects.bulk_create(matches, batch_size=2000)
    MatchPlayer.objects.bulk_create(players, batch_size=2000)
    return len(matches)


def same_owner(entries: Iterable[Entry]) -> bool:
    """Whether two of them belong to one account. The house's bots are everybody's yardstick and count as strangers."""
    owners = [entry.bot.owner_id for entry in entries if entry.bot.owner.username != BUILTIN]
    return len(set(owners)) < len(owners)


def active(contest: Contest):  # type: ignore[no-untyped-def]
    return contest.entries.filter(state=Entry.State.ACTIVE).select_related("bot__owner").order_by("number")


def advance(*, contest: Contest) -> None:
    """Draw the next Swiss round, or finish, if no match is left to play. The caller holds the contest's lock, so of two
    last matches that end together the second one to commit sees both."""
    if contest.state != Contest.State.RUNNING or contest.kind == "ladder":
        return
    if contest.matches.filter(state__in=[Match.State.WAITING, Match.State.RUNNING]).exists():
        return
    if contest.format == Contest.Format.SWISS:
        drawn = contest.matches.aggregate(last=Max("round"))["last"] or 0
        if drawn < contest.rounds and draw_rounds(
            contest=contest, first=drawn + 1, last=drawn + 1, boards=contest.boards
        ):
            return
    contest.state, contest.finished_at = Contest.State.FINISHED, timezone.now()
    contest.save(update_fields=["state", "finished_at"])
    snapshots.outdate(contest=contest)
    audit.record(
        contest=contest, by=None, action="finish", detail="every match has been played; the secret is revealed"
    )


def swiss_points(contest: Contest, entries: Sequence[Entry], rounds: int) -> dict[int, float | Fraction | int]:
    """Match points by entry, a round without a result (a bye, a void match) counting one half."""
    done = Q(played__match__state=Match.State.DONE)
    rows = contest.entries.annotate(points=Sum("played__score", filter=done), results=Count("played", filter=done))
    by_entry: dict[int, float | Fraction | int] = {
        pk: Fraction(points or 0) + Fraction(rounds - results, 2)
        for pk, points, results in rows.values_list("pk", "points", "results")
    }
    return {entry.pk: by_entry[entry.pk] for entry in entries}


def _draw_swiss(contest: Contest, entries: Sequence[Entry], number: int, boards: int) -> int:
    if len(entries) < 2:
        return 0
    points = swiss_points(contest, entries, number - 1)
    at = {entry.pk: index for index, entry in enumerate(entries)}
    meetings: dict[int, list[int]] = {}
    rows = MatchPlayer.objects.filter(match__contest=contest).order_by("match__number", "number")
    drawn_in: dict[int, set[int]] = {}
    for match, round_, entry in rows.values_list("match_id", "match__round", "entry_id"):
        meetings.setdefault(match, []).append(entry)
        drawn_in.setdefault(entry, set()).add(round_)
    played = [(at[a], at[b]) for a, b in meetings.values() if a in at and b in at]
    byes = {at[entry.pk] for entry in entries if len(drawn_in.get(entry.pk, ())) < number - 1}
    drawn = pairings.swiss({at[pk]: value for pk, value in points.items()}, played, byes)
    return create_matches(contest=contest, round=number, seated=_seat(entries, drawn.tables), boards=boards)


def _seat(entries: Sequence[Entry], tables: Iterable[Sequence[int]]) -> Iterable[Seated]:
    for number, table in enumerate(tables, start=1):
        seated = [entries[index] for index in table]
        yield number, seated, [entry.version for entry in seated if entry.version]
