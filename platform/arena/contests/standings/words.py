"""A contest's result in words: who won, who stands on the podium, and which neighbours are level."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.contests.standings.queries import Standing

PROBABLY = 0.9  # from this likelihood on an order that is not settled is called probable
SENTENCES = 6  # more are in the numbers


@dataclass(frozen=True)
class Level:
    """Two neighbours: `kind` is clear, probable, level or few; places None where the fit's order is not the table's."""

    kind: str
    above: Any
    below: Any
    places: tuple[int, int] | None


def podium(rows: Sequence[Standing]) -> list[Standing]:
    """The first three who played and were not removed."""
    return [row for row in rows if row.place is not None and row.matches and not row.removed][:3]


def winners(rows: Sequence[Standing]) -> list[Standing]:
    """Everybody who shares the first place."""
    return [row for row in rows if row.place == 1 and row.matches and not row.removed]


def levels(rows: Sequence[Standing], gaps: Sequence[dict[str, Any]]) -> list[Level]:
    """The first few neighbours of the fit's order, in words."""
    places = {row.entry.number: row.place for row in rows}
    said = []
    for gap in gaps[:SENTENCES]:
        first, second = places.get(gap["above"].number), places.get(gap["below"].number)
        adjacent = (first, second) if first and second and first < second else None
        if gap["settled"]:
            kind = "clear"
        elif gap["too_few"]:
            kind = "few"
        else:
            kind = "probable" if gap["superiority"] >= PROBABLY else "level"
        said.append(Level(kind, gap["above"], gap["below"], adjacent))
    return said
