"""Which matches a contest draws: named rules, functions of the entries and of what was played before.

The site draws by them and `satti verify` draws again, so a rule never changes: another way of drawing is another name.
Contests commit to the name when they start.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments import pairings

Round = Sequence[tuple[int, ...]]
"""The tables of a round; each holds its entries in the order of the match's players."""
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Drawn:
    """An earlier match, as far as a draw depends on it. `entries` in the order of its players; `scores` of each, in
    millionths, None while there is no result; `void` if it counts for nobody."""

    round: int
    entries: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What to draw: rounds `first` to `last` for the `active` entries (their numbers, in order), after `played`, in the
    order in which the matches were scheduled. `owners` has a token for each entry, the same for all of one owner."""

    active: Sequence[int]
    seats: int
    first: int
    last: int
    played: Sequence[Drawn] = ()
    owners: Mapping[int, str] | None = None


def millionths(score: Fraction) -> int:
    """A match score as it is stored: rounded to a millionth, half to even."""
    return round(score * MILLION)


def draw(rule: str, question: Question) -> list[Round]:
    """The tables of each round asked for, by the entries' numbers. KeyError where the rule is not known here."""
    drawn = RULES[rule](question)
    return [[tuple(question.active[at] for at in table) for table in tables] for tables in drawn]


def _round_robin(question: Question) -> Sequence[Round]:
    return pairings.round_robin(len(question.active), question.last)[question.first - 1 :]


def _tables(question: Question) -> Sequence[Round]:
    """What was played before counts for the entries still active; void matches do not."""
    at = {entry: index for index, entry in enumerate(question.active)}
    rounds: dict[int, list[tuple[int, ...]]] = {}
    for match in question.played:
        there = tuple(at[entry] for entry in match.entries if entry in at)
        if there and not match.void:
            rounds.setdefault(match.round, []).append(there)
    wanted = question.last - question.first + 1
    return pairings.tables(len(question.active), question.seats, wanted, [rounds[number] for number in sorted(rounds)])


def _swiss(question: Question) -> Sequence[Round]:
    """One round. A round without a result counts one half; who was in no match of a round had a bye."""
    if question.first != question.last:
        raise ValueError("a Swiss tournament is drawn round by round")
    if len(question.active) < 2:
        return []
    at = {entry: index for index, entry in enumerate(question.active)}
    before = question.first - 1
    points = dict.fromkeys(at.values(), Fraction(before, 2))
    seen: dict[int, set[int]] = {index: set() for index in at.values()}
    for match in question.played:
        for place, entry in enumerate(match.entries):
            if entry in at:
                seen[at[entry]].add(match.round)
                if match.scores is not None and not match.void:
                    points[at[entry]] += Fraction(match.scores[place], MILLION) - Fraction(1, 2)
    pairs = [match.entries for match in question.played if len(match.entries) == 2]
    met = [(at[a], at[b]) for a, b in pairs if a in at and b in at]
    byes = {index for index, rounds in seen.items() if len(rounds) < before}
    return [pairings.swiss(points, met, byes).tables]


RULES: dict[str, Callable[[Question], Sequence[Round]]] = {
    "round-robin/1": _round_robin,
    "tables/1": _tables,
    "swiss/1": _swiss,
}
LADDER = "ladder/1"
"""Not drawn again: it goes by ratings and their intervals, which are the pool's and not the contest's alone."""
OF_FORMAT = {"round-robin": "round-robin/1", "tables": "tables/1", "swiss": "swiss/1", "ladder": LADDER}
"""The rule of a contest that starts now."""
