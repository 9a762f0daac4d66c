"""Rows for the matches that the pairings draw, and what follows when none is left to play."""

from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Max
from django.utils import timezone

from arena.accounts.models import BUILTIN
from arena.contests.common import audit
from arena.contests.models import Contest, Entry, Match, MatchPlayer
from arena.contests.proof import chain
from arena.contests.proof.commit import owner_token, rule
from arena.contests.standings import snapshots
from arena.submissions.models import Version
from tournaments import draws, pairings, seeds
from tournaments.bundle.records import HOUSE
from tournaments.results import MatchResult
from tournaments.standings import Meeting

Seated = tuple[int, Sequence[Entry], Sequence[Version]]
"""A match to come: its number within the round, from 1; who plays, in match order; with which version each."""


def planned(*, contest: Contest, rounds: int, entries: int) -> int:
    """How many matches so many rounds of so many entries are."""
    if entries < contest.seats:
        return 0
    if contest.format == Contest.Format.ROUND_ROBIN:
        return rounds * (entries * (entries - 1) // 2)
    if contest.format == Contest.Format.SWISS:
        return rounds * (entries // 2)
    return rounds * pairings.round_size(entries, contest.seats)[0]


def draw_rounds(*, contest: Contest, first: int, last: int, boards: int) -> int:
    """Make the matches of the rounds `first` to `last` for the active entries, by the rule that the contest committed
    to. Returns how many. The caller holds the contest's lock."""
    entries = {entry.number: entry for entry in active(contest).select_related("version")}
    everybody = contest.entries.exclude(name="").select_related("bot__owner")
    owners = {entry.number: owner_token(entry.bot.owner) for entry in everybody}
    question = draws.Question(
        active=list(entries),
        seats=contest.seats,
        first=first,
        last=first if contest.format == Contest.Format.SWISS else last,
        played=_meetings(contest),
        removed=frozenset(owners) - frozenset(entries),
        owners={number: "" if token == HOUSE else token for number, token in owners.items()},
    )
    drawn = draws.draw(rule(contest), question)
    number = 1 + (contest.matches.aggregate(last=Max("number"))["last"] or 0)
    made = 0
    for round_, tables in enumerate(drawn, start=first):
        made += create_matches(contest=contest, round=round_, seated=_seat(entries, tables), boards=boards)
    if drawn:
        rounds = [[list(table) for table in tables] for tables in drawn]
        chain.append(contest=contest, kind="draw", round=first, match=number, boards=boards, rounds=rounds)
    return made


def _meetings(contest: Contest) -> list[Meeting]:
    """The matches so far, in the order in which they were scheduled."""
    players: dict[int, list[str]] = {}
    seats = MatchPlayer.objects.filter(match__contest=contest).order_by("match__number", "number")
    for match, number in seats.values_list("match_id", "entry__number"):
        players.setdefault(match, []).append(str(number))
    found = []
    for pk, round_, key, state, places in contest.matches.order_by("number").values_list(
        "pk", "round", "key", "state", "places"
    ):
        if state == Match.State.DONE:
            result = MatchResult(key, tuple(players[pk]), tuple(map(tuple, places or ())))
            found.append(Meeting.of(result, round_))
        else:
            found.append(Meeting(round_, key, tuple(players[pk]), state))
    return found


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
    chain.append(contest=contest, kind="finish", void=[], note="")
    snapshots.outdate(contest=contest)
    audit.record(
        contest=contest, by=None, action="finish", detail="every match has been played; the secret is revealed"
    )


def _seat(entries: Mapping[int, Entry], tables: Iterable[Sequence[int]]) -> Iterable[Seated]:
    for number, table in enumerate(tables, start=1):
        seated = [entries[entry] for entry in table]
        yield number, seated, [entry.version for entry in seated if entry.version]
