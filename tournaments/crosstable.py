"""The cross table of a contest: everybody against everybody, in boards."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.ratings.intervals import board_interval
from tournaments.results import MatchResult, half_points


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
