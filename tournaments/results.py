"""What competition logic knows of a match: who played, and the places in every game.

A *board* is the unit of all statistics: its games hold the same cards in every rotation of the seats, so they are not
independent of each other, while boards are.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from games.scoring import exact_match_scores

Places = Sequence[Sequence[int]]
"""Of each game, in the order of its number, each player's place (1 is best; level players share a place)."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A finished match. `places[board * n + rotation][player]`, n being `len(players)`."""

    key: str
    players: tuple[str, ...]
    places: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        n = len(self.players)
        if n < 2 or len(set(self.players)) != n:
            raise ValueError(f"match {self.key}: two or more different players are needed, not {self.players}")
        if not self.places or len(self.places) % n:
            raise ValueError(f"match {self.key}: {len(self.places)} games are no whole boards of {n} rotations")

    @property
    def boards(self) -> int:
        return len(self.places) // len(self.players)

    def board_places(self, board: int) -> tuple[tuple[int, ...], ...]:
        """The places in the games of one board, rotation by rotation."""
        n = len(self.players)
        return self.places[board * n : board * n + n]


def from_replay(key: str, replay: Mapping[str, Any]) -> MatchResult:
    """The result in a `satti-replay/1` document; its players keep the names that they have there."""
    places = tuple(tuple(game["places"]) for game in replay["games"])
    return MatchResult(key, tuple(replay["players"]), places)


def half_points(places: Places, first: int, second: int) -> int:
    """Half points of player `first` against player `second`: 2 for each better place, 1 for a level one."""
    points = 0
    for game in places:
        if game[first] < game[second]:
            points += 2
        elif game[first] == game[second]:
            points += 1
    return points


def pair_scores(places: Places, players: int) -> list[tuple[int, int, int]]:
    """Every pair of players, the earlier first, with the half points of the first; each game has 2 to share."""
    return [(first, second, half_points(places, first, second)) for first, second in combinations(range(players), 2)]


def match_scores(places: Places, players: int) -> tuple[Fraction, ...]:
    """Each player's match score, exact: the mean over opponents of the mean result against each, 0 to 1."""
    return tuple(exact_match_scores(places, players))
