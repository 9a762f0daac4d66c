"""Rows for the matches that the pairings draw."""

from collections.abc import Iterable, Sequence

from django.db.models import Max

from arena.accounts.models import BUILTIN
from arena.contests.models import Contest, Entry, Match, MatchPlayer
from arena.contests.proof import chain
from arena.contests.schedule import drawing
from arena.contests.schedule.drawing import active
from arena.submissions.models import Version
from tournaments import pairings, seeds

__all__ = ["Seated", "active", "create_matches", "planned", "same_owner", "store"]

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


def store(*, contest: Contest, inputs: drawing.Inputs, drawn: drawing.Rounds, boards: int) -> int | None:
    """Make the matches of rounds that were paired before. The caller holds the contest's lock. Returns how many; None,
    and nothing is made, where something that the pairings depend on has changed since it was read."""
    if drawing.read(contest=contest, first=inputs.first, last=inputs.last) != inputs:
        return None
    entries = list(active(contest).select_related("version"))
    number = 1 + (contest.matches.aggregate(last=Max("number"))["last"] or 0)
    made = sum(
        create_matches(contest=contest, round=round_, seated=_seat(entries, tables), boards=boards)
        for round_, tables in enumerate(drawn, start=inputs.first)
    )
    if made:
        rounds = [[[entries[index].number for index in table] for table in tables] for tables in drawn]
        chain.append(contest=contest, kind="draw", round=inputs.first, match=number, boards=boards, rounds=rounds)
    return made


def _seat(entries: Sequence[Entry], tables: Iterable[Sequence[int]]) -> Iterable[Seated]:
    for number, table in enumerate(tables, start=1):
        seated = [entries[index] for index in table]
        yield number, seated, [entry.version for entry in seated if entry.version]


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


