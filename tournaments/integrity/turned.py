"""Bots that do better with the seats turned than when they first see a board.

The games of a board hold the same cards. A bot that could carry what it saw from the first to a later one, by a way
past the sandbox, would know its opponents' cards there, and gain. An honest one gains nothing but what the seats
are worth, which is taken from all others who sat there. Like everything here it says where to look, and proves nothing.
"""

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

from tournaments.ratings.intervals import t_quantile
from tournaments.results import MatchResult, half_points

FEWEST_BOARDS = 10
"""Of an entrant, and of all others who sat like it: with fewer the interval says nothing."""


@dataclass(frozen=True, slots=True)
class Turned:
    """An entrant's mean score in the first rotation of its boards and in the later ones, each 0 to 1, over `boards`.

    `gain` is later minus first, less what others gained who sat there; `half_width` is half of its 95 % interval;
    `chance` the probability that any of as many honest entrants gains so much or more.
    """

    entrant: str
    boards: int
    first: float
    later: float
    gain: float
    half_width: float
    chance: float


@dataclass(slots=True)
class _Sum:
    boards: int = 0
    first: float = 0.0
    later: float = 0.0
    squares: float = 0.0  # of the differences

    def add(self, first: float, later: float) -> None:
        self.boards += 1
        self.first += first
        self.later += later
        self.squares += (later - first) ** 2

    @property
    def difference(self) -> float:
        return self.later - self.first

    def less(self, other: "_Sum") -> "_Sum":
        return _Sum(
            self.boards - other.boards,
            self.first - other.first,
            self.later - other.later,
            self.squares - other.squares,
        )

    def spread(self) -> float:
        """Variance of the differences between boards."""
        return max(0.0, self.squares - self.difference**2 / self.boards) / (self.boards - 1)


def turned(results: Iterable[MatchResult]) -> list[Turned]:
    """One for each entrant with enough boards, the greatest gain for its spread first.

    A player's seat in the first rotation is its number, so what the seats are worth depends on that and on how many
    play: entrants are compared with all others of the same number at a table of the same size, group by group.
    """
    everybody: dict[tuple[int, int], _Sum] = defaultdict(_Sum)
    of: dict[str, dict[tuple[int, int], _Sum]] = defaultdict(lambda: defaultdict(_Sum))
    for result in results:
        n = len(result.players)
        for board in range(result.boards):
            places = result.board_places(board)
            for number, entrant in enumerate(result.players):
                first, *later = (_score([game], number, n) for game in places)
                for group in (everybody[n, number], of[entrant][n, number]):
                    group.add(first, sum(later) / len(later))
    found = [row for entrant in of if (row := _row(entrant, of[entrant], everybody))]
    tests = len(found)
    rows = [
        Turned(*values, chance=1 - (1 - _tail(values[-2], values[-1], values[1])) ** tests) for values in found
    ]
    return sorted(rows, key=lambda row: (row.chance, -row.gain))


def _row(
    entrant: str, groups: dict[tuple[int, int], _Sum], everybody: dict[tuple[int, int], _Sum]
) -> tuple[str, int, float, float, float, float] | None:
    """The fields of Turned but the last; None where there are too few boards."""
    boards, first, later, gain, variance = 0, 0.0, 0.0, 0.0, 0.0
    for key, own in groups.items():
        others = everybody[key].less(own)
        if own.boards < 2 or others.boards < FEWEST_BOARDS:
            continue
        boards += own.boards
        first += own.first
        later += own.later
        gain += own.difference - own.boards * others.difference / others.boards
        spread = max(own.spread(), others.spread())  # few boards that came out alike say little of their spread
        variance += own.boards * spread + own.boards**2 * others.spread() / others.boards
    if boards < FEWEST_BOARDS:
        return None
    half = t_quantile(boards - 1) * math.sqrt(variance) / boards
    return entrant, boards, first / boards, later / boards, gain / boards, half


def _tail(gain: float, half_width: float, boards: int) -> float:
    """The probability that an honest entrant gains so much or more."""
    if half_width == 0:
        return 0.0 if gain > 0 else 1.0
    return 1 - NormalDist().cdf(gain / half_width * t_quantile(boards - 1))


def _score(places: list[tuple[int, ...]], number: int, players: int) -> float:
    """A player's share of the points against each of the others."""
    points = sum(half_points(places, number, other) for other in range(players) if other != number)
    return points / (2 * (players - 1) * len(places))
