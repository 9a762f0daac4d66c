"""Boards counted: what resampling needs of a million results, and no more."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tournaments.results import MatchResult, half_points

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

UNITS = 20_000
"""The most different units that are resampled; beyond that, boards of the same players are taken together in blocks."""


@dataclass(frozen=True)
class Boards:
    """Units to resample: boards with the same players and the same outcome, counted (or blocks of boards, each once).

    A table of n seats is E = n (n - 1) / 2 pairs. `pairs[P, 2]` are players' numbers, `unit_pairs[U, E]` the pairs
    of a unit, `wins[U, E]` the games (a level one is half a win) that the pair's first player won in it, `games[U]`
    the games of each pair in it, `boards[U]` how many boards it is, `counts[U]` how many such units there are.
    """

    players: tuple[str, ...]
    pairs: Integers
    unit_pairs: Integers
    wins: Floats
    games: Floats
    boards: Integers
    counts: Integers

    @property
    def total(self) -> int:
        return int((self.boards * self.counts).sum())

    @property
    def seats(self) -> int:
        pairs = self.unit_pairs.shape[1]
        return round((1 + (1 + 8 * pairs) ** 0.5) / 2)

    def boards_of(self) -> Integers:
        """How many boards each player has played."""
        table = np.zeros(len(self.players), dtype=np.int64)
        for column in range(self.unit_pairs.shape[1]):
            for side in (0, 1):
                who = self.pairs[self.unit_pairs[:, column], side]
                np.add.at(table, who, self.boards * self.counts)
        return table // (self.seats - 1)  # a player is in all the pairs with the others at the table


def count(results: Iterable[MatchResult]) -> Boards:
    """Count the boards of results that all have the same number of players."""
    seen: Counter[tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]] = Counter()
    for result in results:
        n = len(result.players)
        for start in range(0, len(result.places), n):
            seen[result.players, result.places[start : start + n]] += 1
    if not seen:
        raise ValueError("there are no results to count")
    sizes = {len(lineup) for lineup, _ in seen}
    if len(sizes) > 1:
        raise ValueError(f"results of {' and '.join(map(str, sorted(sizes)))} players cannot be counted together")
    players = tuple(sorted({player for lineup, _ in seen for player in lineup}))
    number = {player: index for index, player in enumerate(players)}
    units: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()  # lineup and half points of its pairs
    for (lineup, places), times in seen.items():
        order = sorted(range(len(lineup)), key=lambda at: number[lineup[at]])
        halves = tuple(half_points(places, a, b) for a, b in combinations(order, 2))
        units[tuple(number[lineup[at]] for at in order), halves] += times
    return _blocks(_arrays(players, units), UNITS)


def _arrays(players: tuple[str, ...], units: Counter[tuple[tuple[int, ...], tuple[int, ...]]]) -> Boards:
    met = sorted({pair for lineup, _ in units for pair in combinations(lineup, 2)})
    place = {pair: index for index, pair in enumerate(met)}
    ordered = sorted(units)
    seats = len(ordered[0][0])
    return Boards(
        players=players,
        pairs=np.array(met, dtype=np.int64),
        unit_pairs=np.array([[place[p] for p in combinations(lineup, 2)] for lineup, _ in ordered], dtype=np.int64),
        wins=np.array([halves for _, halves in ordered], dtype=np.float64) / 2,
        games=np.full(len(ordered), float(seats)),
        boards=np.ones(len(ordered), dtype=np.int64),
        counts=np.array([units[unit] for unit in ordered], dtype=np.int64),
    )


def _blocks(boards: Boards, most: int) -> Boards:
    """At most about `most` units: boards of one lineup are dealt into blocks of equal size, and each block is a unit.

    Sums of independent boards are as independent as the boards are, so resampling blocks keeps the variance.
    """
    if len(boards.counts) <= most:
        return boards
    each = np.repeat(np.arange(len(boards.counts)), boards.counts)
    np.random.default_rng(0).shuffle(each)
    lineups, lineup = np.unique(boards.unit_pairs, axis=0, return_inverse=True)
    lineup = lineup.reshape(-1)
    each = each[np.argsort(lineup[each], kind="stable")]
    held = np.bincount(lineup[each], minlength=len(lineups))
    split = np.maximum(1, np.round(held * (most / len(each)))).astype(np.int64)
    within = np.arange(len(each)) - np.repeat(np.cumsum(held) - held, held)
    block = np.repeat(np.cumsum(split) - split, held) + within * np.repeat(split, held) // np.repeat(held, held)
    total = int(split.sum())
    wins = np.zeros((total, boards.wins.shape[1]))
    np.add.at(wins, block, boards.wins[each])
    return Boards(
        players=boards.players,
        pairs=boards.pairs,
        unit_pairs=np.repeat(lineups, split, axis=0),
        wins=wins,
        games=np.bincount(block, weights=boards.games[each], minlength=total).astype(np.float64),
        boards=np.bincount(block, minlength=total).astype(np.int64),
        counts=np.ones(total, dtype=np.int64),
    )
