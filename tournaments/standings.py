"""Standings and cross table of a contest."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.ratings.intervals import board_interval
from tournaments.results import MatchResult, half_points, match_scores, pair_scores


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings.

    `points` is the sum of match scores, a bye counting 1/2 as an even match does; `score` is their mean, 0 to 1, which
    decides the place. `tie_breaks` are the values of the criteria asked for, None where one does not apply; who is
    still level shares the place, and the next place is skipped.
    """

    place: int
    player: str
    matches: int
    byes: int
    points: Fraction
    score: Fraction
    tie_breaks: tuple[Fraction | None, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One player against another: mean board score of the row's player, its 95 % interval (all 0 to 1), and boards."""

    mean: float
    low: float
    high: float
    boards: int

    @property
    def half_width(self) -> float:
        """The interval as one number: to its farther end."""
        return max(self.mean - self.low, self.high - self.mean)

    def __str__(self) -> str:
        boards = "1 board" if self.boards == 1 else f"{self.boards} boards"
        return f"{100 * self.mean:.0f} % ± {100 * self.half_width:.0f} over {boards}"


class _Tally:
    """What the tie-breaks are made of, exact."""

    def __init__(self, results: Iterable[MatchResult], players: Sequence[str], byes: Mapping[str, int]) -> None:
        self.points = {player: Fraction(byes.get(player, 0), 2) for player in [*players, *byes]}
        self.matches = dict.fromkeys(self.points, 0)
        self.against: dict[str, dict[str, list[Fraction]]] = {player: {} for player in self.points}
        for result in results:
            for player, score in zip(result.players, match_scores(result.places, len(result.players)), strict=True):
                self.points[player] = self.points.get(player, Fraction(0)) + score
                self.matches[player] = self.matches.get(player, 0) + 1
                self.against.setdefault(player, {})
            for first, second, halves in pair_scores(result.places, len(result.players)):
                a, b = result.players[first], result.players[second]
                score = Fraction(halves, 2 * len(result.places))
                self.against[a].setdefault(b, []).append(score)
                self.against[b].setdefault(a, []).append(1 - score)
        self.score = {
            player: points / games if (games := self.matches[player] + byes.get(player, 0)) else Fraction(0)
            for player, points in self.points.items()
        }

    def head_to_head(self, player: str, level: Sequence[str]) -> Fraction | None:
        """Mean score against those level with the player, if all of them have met one another."""
        if len(level) < 2 or any(other not in self.against[one] for one in level for other in level if one != other):
            return None
        scores = [score for other in level if other != player for score in self.against[player][other]]
        return sum(scores, Fraction(0)) / len(scores)

    def sonneborn_berger(self, player: str, level: Sequence[str]) -> Fraction | None:
        """Mean over meetings of the score in it times the opponent's score: wins against the strong count most."""
        meetings = [score * self.score[other] for other, scores in self.against[player].items() for score in scores]
        return sum(meetings, Fraction(0)) / len(meetings) if meetings else None

    def buchholz(self, player: str, level: Sequence[str]) -> Fraction | None:
        """Mean score of the opponents met."""
        meetings = [self.score[other] for other, scores in self.against[player].items() for _ in scores]
        return sum(meetings, Fraction(0)) / len(meetings) if meetings else None


TIE_BREAKS: dict[str, Callable[[_Tally, str, Sequence[str]], Fraction | None]] = {
    "head-to-head": _Tally.head_to_head,
    "sonneborn-berger": _Tally.sonneborn_berger,
    "buchholz": _Tally.buchholz,
}
EVERYBODY_MEETS = ("head-to-head", "sonneborn-berger")
"""For round robins and tables."""
SWISS = ("buchholz", "head-to-head", "sonneborn-berger")


def table(
    results: Iterable[MatchResult],
    players: Sequence[str] = (),
    byes: Mapping[str, int] | None = None,
    tie_breaks: Sequence[str] = EVERYBODY_MEETS,
) -> list[Row]:
    """The standings, best first: by mean match score, then by the tie-breaks in their order (keys of TIE_BREAKS).

    `players` names those who may not have played yet; `byes` how many each had. Level rows stand in the order of names.
    """
    unknown = [name for name in tie_breaks if name not in TIE_BREAKS]
    if unknown:
        raise ValueError(f"no tie-break {unknown[0]!r}; there are {', '.join(TIE_BREAKS)}")
    byes = byes or {}
    tally = _Tally(results, players, byes)
    values: dict[str, list[Fraction | None]] = {player: [] for player in tally.score}
    groups = _split([list(tally.score)], tally.score)
    for name in tie_breaks:
        found = {player: TIE_BREAKS[name](tally, player, group) for group in groups for player in group}
        for player, value in found.items():
            values[player].append(value)
        groups = _split(groups, {player: Fraction(-1) if value is None else value for player, value in found.items()})
    rows: list[Row] = []
    for group in groups:
        place = len(rows) + 1
        rows += [
            Row(
                place=place,
                player=player,
                matches=tally.matches[player],
                byes=byes.get(player, 0),
                points=tally.points[player],
                score=tally.score[player],
                tie_breaks=tuple(values[player]),
            )
            for player in group
        ]
    return rows


def _split(groups: list[list[str]], values: Mapping[str, Fraction]) -> list[list[str]]:
    return [
        list(level)
        for group in groups
        for _, level in groupby(sorted(group, key=lambda player: (-values[player], player)), key=values.__getitem__)
    ]


def crosstable(results: Iterable[MatchResult]) -> dict[tuple[str, str], Cell]:
    """A cell for every ordered pair that has met: (row's player, column's player)."""
    sums: dict[tuple[str, str], list[int]] = {}  # boards, sum and sum of squares of half points, half points a board
    for result in results:
        n = len(result.players)
        for board in range(result.boards):
            places = result.board_places(board)
            for first in range(n):
                for second in range(n):
                    if first != second:
                        halves = half_points(places, first, second)
                        cell = sums.setdefault((result.players[first], result.players[second]), [0, 0, 0, 2 * n])
                        cell[0] += 1
                        cell[1] += halves
                        cell[2] += halves * halves
    return {pair: _cell(*numbers) for pair, numbers in sums.items()}


def _cell(boards: int, total: int, squares: int, most: int) -> Cell:
    low, high = board_interval(boards, total / most, squares / most**2)
    return Cell(total / most / boards, low, high, boards)
