"""Standings and cross table of a contest."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.results import MatchResult


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the standings. `points` is the sum of match scores (a bye counts 1/2), `score` their mean, 0 to 1."""

    place: int
    player: str
    matches: int
    byes: int
    points: Fraction
    score: Fraction
    tie_breaks: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One player against another: mean board score in percent of the row's player, half the 95 % interval, boards."""

    mean: float
    half_width: float
    boards: int

    def __str__(self) -> str:
        return f"{self.mean:.0f} % ± {self.half_width:.0f} over {self.boards} boards"


def table(
    results: Iterable[MatchResult],
    players: Sequence[str] = (),
    byes: Mapping[str, int] | None = None,
    tie_breaks: Collection[str] = ("head-to-head", "sonneborn-berger"),
) -> list[Row]:
    """The standings, best first; `players` names those who may not have played yet."""
    raise NotImplementedError


def crosstable(results: Iterable[MatchResult]) -> dict[tuple[str, str], Cell]:
    """A cell for every ordered pair that has met."""
    raise NotImplementedError
