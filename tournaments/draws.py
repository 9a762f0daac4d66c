"""Which matches a contest draws: named rules, functions of the entries and of what was played before.

The site draws by them and `satti verify` draws again, so a rule never changes: another way of drawing is another name.
Contests commit to the name when they start.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from tournaments import pairings
from tournaments.standings import VOID, Meeting, points_table

Round = Sequence[tuple[int, ...]]
"""The tables of a round; each holds its entries in the order of the match's players."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to draw: rounds `first` to `last` for the `active` entries (their numbers, in order), after `played`, in the
    order in which the matches were scheduled; their players are `str` of the entry's number. `removed` took part and do
    so no more. `owners` has a token for each entry, the same for all of one owner; "" for the house's bots.
    """

    active: Sequence[int]
    seats: int
    first: int
    last: int
    played: Sequence[Meeting] = ()
    removed: Collection[int] = ()
    owners: Mapping[int, str] = field(default_factory=dict)


def draw(rule: str, question: Question) -> list[Round]:
    """The tables of each round asked for, by the entries' numbers; no round where the entries do not fill a table.
    KeyError where the rule is not known here."""
    if len(question.active) < question.seats:
        return []
    drawn = RULES[rule](question)
    return [[tuple(question.active[at] for at in table) for table in tables] for tables in drawn]


def _round_robin(question: Question) -> Sequence[Round]:
    return pairings.round_robin(len(question.active), question.last)[question.first - 1 :]


def _tables(question: Question) -> Sequence[Round]:
    number = question.last - question.first + 1
    return pairings.tables(len(question.active), question.seats, number, _before(question), _owners(question))


def _swiss(question: Question) -> Sequence[Round]:
    """One round, by the points and byes of the rule of standings `points/1`, complete rounds alone."""
    if question.first != question.last:
        raise ValueError(f"a Swiss is drawn round by round, not {question.last - question.first + 1} rounds at once")
    at = {str(entry): index for index, entry in enumerate(question.active)}
    removed = [str(entry) for entry in question.removed]
    rows = [row for row in points_table(question.played, [*at, *removed], removed, ()) if row.player in at]
    points = {at[row.player]: row.counted for row in rows}
    byes = {at[row.player]: row.byes for row in rows}
    pairs = [(seated[0], seated[1]) for drawn in _before(question) for seated in drawn if len(seated) == 2]
    return [pairings.swiss(points, pairs, byes, _owners(question)).tables]


def _before(question: Question) -> list[list[tuple[int, ...]]]:
    """Of each earlier round the tables, of those who are still there; void matches left out."""
    at = {str(entry): index for index, entry in enumerate(question.active)}
    rounds: dict[int, list[tuple[int, ...]]] = {}
    for meeting in question.played:
        if meeting.state != VOID:
            seated = tuple(at[player] for player in meeting.players if player in at)
            rounds.setdefault(meeting.round, []).append(seated)
    return [rounds[number] for number in sorted(rounds)]


def _owners(question: Question) -> dict[int, str]:
    return {index: question.owners.get(entry, "") for index, entry in enumerate(question.active)}


RULES: dict[str, Callable[[Question], Sequence[Round]]] = {
    "round-robin/1": _round_robin,
    "tables/1": _tables,
    "swiss/1": _swiss,
}
LADDER = "ladder/1"
"""Not drawn again: it goes by ratings and their intervals, which are the pool's and not the contest's alone."""
OF_FORMAT = {"round-robin": "round-robin/1", "tables": "tables/1", "swiss": "swiss/1", "ladder": LADDER}
"""The rule of a contest that starts now."""
