"""The cross table as rows of cells in the order of the standings."""

from dataclasses import dataclass

from arena.contests.models import Entry, Snapshot
from arena.contests.standings.queries import Standing

LARGEST = 40  # entries; a larger table is for the bundle, not for a page


@dataclass(frozen=True)
class Cell:
    """One entry against another, in percent. `settled`: the interval does not hold 50 %."""

    mean: float
    low: float
    high: float
    boards: int
    settled: bool

    @property
    def half_width(self) -> float:
        """The interval as one number: to its farther end."""
        return max(self.mean - self.low, self.high - self.mean)

    @property
    def cut(self) -> bool:
        """Whether mean ± half_width would say more than 100 % or less than 0 %."""
        return self.mean + self.half_width > 100 or self.mean < self.half_width

    @property
    def side(self) -> str:
        """For its colour."""
        return "level" if not self.settled else "above" if self.mean > 50 else "below"


@dataclass(frozen=True)
class Line:
    entry: Entry
    cells: list[Cell | None]
    others: list[Entry]  # the columns

    @property
    def pairs(self) -> list[tuple[Entry, Cell | None]]:
        return list(zip(self.others, self.cells, strict=True))


def crosstable(rows: list[Standing], latest: Snapshot | None) -> list[Line]:
    """Of all that have played. Nothing before the first snapshot, and for fields too large for a page."""
    entries = [row.entry for row in rows if row.matches]
    if latest is None or not 1 < len(entries) <= LARGEST or not latest.cells:
        return []
    return [
        Line(
            one,
            [None if one == other else _cell(latest.cells.get(f"{one.number}-{other.number}")) for other in entries],
            entries,
        )
        for one in entries
    ]


def cells(latest: Snapshot, entry: int | None = None) -> dict[str, list[float]] | None:
    """All cells as they are stored, or those of one entry. None where all would be too many."""
    if entry is None:
        return latest.cells if len(latest.data["standings"]) <= LARGEST else None
    return {pair: cell for pair, cell in latest.cells.items() if pair.startswith(f"{entry}-")}


def _cell(stored: list[float] | None) -> Cell | None:
    if stored is None:
        return None
    mean, low, high, boards = stored
    return Cell(100 * mean, 100 * low, 100 * high, int(boards), not low <= 0.5 <= high)
