"""What parts those who are level in the standings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

Pair = tuple[str, str, Fraction]
"""Two players who met in a match, and the score of the first, 0 to 1."""


class Tally:
    """What the tie-breaks are made of, exact: everybody's score, and every score against every opponent."""

    def __init__(self, pairs: Iterable[Pair], score: Mapping[str, Fraction]) -> None:
        self.score = score
        self.against: dict[str, dict[str, list[Fraction]]] = {player: {} for player in score}
        for a, b, of_a in pairs:
            self.against[a].setdefault(b, []).append(of_a)
            self.against[b].setdefault(a, []).append(1 - of_a)

    def head_to_head(self, player: str, level: Sequence[str]) -> Fraction | None:
        """Mean score against those level with the player, if all of them have met one another."""
        if len(level) < 2 or any(other not in self.against[one] for one in level for other in level if one != other):
            return None
        return _mean([score for other in level if other != player for score in self.against[player][other]])

    def sonneborn_berger(self, player: str, level: Sequence[str]) -> Fraction | None:
        """Mean over meetings of the score in it times the opponent's score: wins against the strong count most."""
        sums = [(sum(scores, Fraction(0)), len(scores), self.score[o]) for o, scores in self.against[player].items()]
        meetings = sum(number for _, number, _ in sums)
        return sum((won * strength for won, _, strength in sums), Fraction(0)) / meetings if meetings else None

    def buchholz(self, player: str, level: Sequence[str]) -> Fraction | None:
        """Mean score of the opponents met."""
        return _mean([self.score[other] for other, scores in self.against[player].items() for _ in scores])


def _mean(values: Sequence[Fraction]) -> Fraction | None:
    return sum(values, Fraction(0)) / len(values) if values else None


TIE_BREAKS: dict[str, Callable[[Tally, str, Sequence[str]], Fraction | None]] = {
    "head-to-head": Tally.head_to_head,
    "sonneborn-berger": Tally.sonneborn_berger,
    "buchholz": Tally.buchholz,
}
EVERYBODY_MEETS = ("head-to-head", "sonneborn-berger")
"""For round robins and tables."""
SWISS = ("buchholz", "head-to-head", "sonneborn-berger")


def split_level(
    groups: list[list[str]], tally: Tally, names: Sequence[str]
) -> tuple[list[list[str]], dict[str, tuple[Fraction | None, ...]]]:
    """Groups of level players, best first, split by the tie-breaks in their order; and the values of everybody.

    ValueError names a tie-break that is not in TIE_BREAKS.
    """
    unknown = [name for name in names if name not in TIE_BREAKS]
    if unknown:
        raise ValueError(f"no tie-break {unknown[0]!r}; there are {', '.join(TIE_BREAKS)}")
    values: dict[str, list[Fraction | None]] = {player: [] for group in groups for player in group}
    for name in names:
        found = {player: TIE_BREAKS[name](tally, player, group) for group in groups for player in group}
        for player, value in found.items():
            values[player].append(value)
        groups = split(groups, {player: Fraction(-1) if value is None else value for player, value in found.items()})
    return groups, {player: tuple(of_player) for player, of_player in values.items()}


def split(groups: Iterable[Sequence[str]], values: Mapping[str, Fraction | int]) -> list[list[str]]:
    """Split each group by the values, the highest first; within a new group the order stays as it was."""
    parts = []
    for group in groups:
        levels: dict[Fraction | int, list[str]] = {}
        for player in group:
            levels.setdefault(values[player], []).append(player)
        parts += [levels[value] for value in sorted(levels, reverse=True)]
    return parts
