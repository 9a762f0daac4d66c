"""Rows for the matches that the pairings draw."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max
from django.utils import timezone

from arena.contests.common import consent
from arena.contests.models import Contest, Entry, Match, MatchPlayer
from arena.contests.proof import chain
from arena.contests.schedule import drawing
from arena.contests.schedule.drawing import active
from arena.submissions.models import Version
from tournaments import pairings, seeds

__all__ = ["Seated", "active", "create_matches", "planned", "store"]

Seated = tuple[int, int, Sequence[Entry], Sequence[Version]]
"""A match to come: its round and its number within it, from 1; who plays, in match order; with which version each."""


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
    at = timezone.now()
    seated = [
        (round_, *one) for round_, tables in enumerate(drawn, start=inputs.first) for one in _seat(entries, tables)
    ]
    made = create_matches(contest=contest, seated=seated, boards=boards, at=at)
    if made:
        rounds = [[[entries[index].number for index in table] for table in tables] for tables in drawn]
        values: dict[str, Any] = {"round": inputs.first, "match": made[0][0], "boards": boards, "rounds": rounds}
        if unrated := [[number, *pair] for number, decision in made for pair in decision.excluded]:
            values["unrated"] = unrated
        chain.append_at(at, contest=contest, kind="draw", values=values)
    return len(made)


def _seat(
    entries: Sequence[Entry], tables: Iterable[Sequence[int]]
) -> Iterable[tuple[int, Sequence[Entry], Sequence[Version]]]:
    for number, table in enumerate(tables, start=1):
        seated = [entries[index] for index in table]
        yield number, seated, [entry.version for entry in seated if entry.version]


Made = tuple[int, consent.Decision]
"""The number of a match that was made, and what of it is rated."""


def create_matches(*, contest: Contest, seated: Sequence[Seated], boards: int, at: datetime) -> list[Made]:
    """Waiting matches with their players, and seeds that follow from the contest's secret. `at` is now: its day is the
    one whose boards against the house they use. At most once in a transaction, which locks those of many bots."""
    last = contest.matches.aggregate(last=Max("number"))["last"] or 0
    matches, players = [], []
    decided = consent.decide(contest=contest, tables=[(entries, boards) for _, _, entries, _ in seated], at=at)
    for (nth, (round, number, entries, versions)), decision in zip(enumerate(seated, start=1), decided, strict=True):
        key = seeds.match_key(round, number)
        match = Match(
            contest=contest,
            round=round,
            number=last + nth,
            key=key,
            seed=seeds.match_seed(contest.secret, key),
            boards=boards,
            rated=bool(decision.pairs),
            pairs=decision.pairs,
            unrated=decision.why,
        )
        matches.append(match)
        players += [
            MatchPlayer(match=match, number=place, entry=entry, bot_id=entry.bot_id, version=version)
            for place, (entry, version) in enumerate(zip(entries, versions, strict=True))
        ]
    Match.objects.bulk_create(matches, batch_size=2000)
    MatchPlayer.objects.bulk_create(players, batch_size=2000)
    return [(match.number, decision) for match, decision in zip(matches, decided, strict=True)]
