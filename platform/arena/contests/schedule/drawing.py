"""Who meets whom next, in three steps, so that the long one needs no lock: `read` what the pairings depend on, `pair`,
and `rounds.store` under the contest's lock, if nothing of that has changed meanwhile."""

from dataclasses import dataclass, field
from fractions import Fraction

from arena.accounts.models import BUILTIN
from arena.contests.models import Contest, Entry, Match
from arena.contests.standings.table import meetings, table
from tournaments import pairings

Rounds = list[tuple[tuple[int, ...], ...]]
"""Of each round its tables, of entrants by their index among the active entries."""


@dataclass(frozen=True)
class Inputs:
    """Everything that the pairings of the rounds `first` to `last` depend on; entrants go by their index in `entries`,
    which holds primary keys. `played` are the tables of each earlier round; `points` and `byes` are those so far, for a
    Swiss; `owners` is "" for the house's bots, which are nobody's.
    """

    format: str
    seats: int
    first: int
    last: int
    entries: tuple[int, ...]
    owners: dict[int, str]
    played: list[list[tuple[int, ...]]] = field(default_factory=list)
    points: dict[int, Fraction] = field(default_factory=dict)
    byes: dict[int, int] = field(default_factory=dict)


def active(contest: Contest):  # type: ignore[no-untyped-def]
    return contest.entries.filter(state=Entry.State.ACTIVE).select_related("bot__owner").order_by("number")


def read(*, contest: Contest, first: int, last: int) -> Inputs:
    """What the rounds `first` to `last` depend on now. Asks the database a fixed number of times, and locks nothing."""
    entries = list(active(contest))
    owners = {
        index: "" if entry.bot.owner.username == BUILTIN else str(entry.bot.owner_id)
        for index, entry in enumerate(entries)
    }
    inputs = Inputs(contest.format, contest.seats, first, last, tuple(entry.pk for entry in entries), owners)
    if contest.format == Contest.Format.ROUND_ROBIN:
        return inputs
    at = {str(entry.number): index for index, entry in enumerate(entries)}
    by_round: dict[int, list[tuple[int, ...]]] = {}
    for meeting in meetings(contest):
        if meeting.state != Match.State.VOID:
            seated = tuple(at[player] for player in meeting.players if player in at)
            by_round.setdefault(meeting.round, []).append(seated)
    inputs.played.extend(by_round[number] for number in sorted(by_round))
    if contest.format == Contest.Format.SWISS:
        for row in table(contest):
            if row.player in at:
                inputs.points[at[row.player]], inputs.byes[at[row.player]] = row.counted, row.byes
    return inputs


def pair(inputs: Inputs) -> Rounds:
    """The rounds; empty ones where too few entrants are left. Needs no database, and for large fields seconds."""
    count = len(inputs.entries)
    number = inputs.last - inputs.first + 1
    if count < inputs.seats:
        return [() for _ in range(number)]
    if inputs.format == Contest.Format.ROUND_ROBIN:
        return list(pairings.round_robin(count, inputs.last)[inputs.first - 1 :])
    if inputs.format == Contest.Format.TABLES:
        return pairings.tables(count, inputs.seats, number, inputs.played, inputs.owners)
    if number > 1:
        raise ValueError(f"a Swiss is drawn round by round, not {number} rounds at once")
    pairs = [(seated[0], seated[1]) for drawn in inputs.played for seated in drawn if len(seated) == 2]
    return [pairings.swiss(inputs.points, pairs, inputs.byes, inputs.owners).tables]
