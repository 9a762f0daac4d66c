"""Pairs that do not play against each other as they play against everybody else.

It points an organiser to where to look. A style that happens to suit another shows up just like a friend who loses on
purpose, so nothing here proves anything.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tournaments.ratings.boards import Boards, Floats, count
from tournaments.ratings.fit import pair_sums, strengths_of
from tournaments.results import MatchResult

LEVEL = 0.05
"""How likely a contest of honest bots is to have any pair reported."""


@dataclass(frozen=True, slots=True)
class Surprise:
    """A pair whose result is not what all others lead to expect. Scores are means per board of `first`, 0 to 1;
    `chance` is the probability of a pair so far off, or farther, anywhere among as many honest ones.
    """

    first: str
    second: str
    boards: int
    score: float
    expected: float
    chance: float


def surprises(results: Iterable[MatchResult] | Boards, level: float = LEVEL) -> list[Surprise]:
    """The pairs with a `chance` below `level`, the least likely first.

    The difference between a pair's score and the one that the fit of all results expects is measured in standard
    deviations. Those come from boards, not games: the pair's own spread or the whole contest's, whichever is greater.
    That the pair has bent the fit itself is taken out (the leverage of its results). Since many pairs are tested at
    once, probabilities are raised by S. Holm's method (1979). Results are
    whole and half games, so half a game of the difference is not counted (as F. Yates did, 1934).
    """
    boards = results if isinstance(results, Boards) else count(results)
    wins, games = (sums[0] for sums in pair_sums(boards, boards.counts[None, :].astype(np.float64)))
    strengths = strengths_of(boards)
    first, second = boards.pairs[:, 0], boards.pairs[:, 1]
    expected = 1 / (1 + np.exp(strengths[second] - strengths[first]))
    weight = games * expected * (1 - expected)
    left = 1 - _leverage(boards, weight)
    tested = left > 0.01
    deviation = np.sqrt(_variance(boards, wins, games, expected, weight) * np.maximum(left, 0.01))
    excess = np.maximum(0, np.abs(wins - games * expected) - 0.5)
    z = np.divide(excess, deviation, out=np.zeros_like(excess), where=excess > 0)  # where all is as expected both are 0
    order = [int(pair) for pair in np.argsort(-z, kind="stable") if tested[pair]]
    found, chance = [], 0.0
    for rank, pair in enumerate(order):
        chance = max(chance, min(1.0, (len(order) - rank) * math.erfc(z[pair] / math.sqrt(2))))
        if chance >= level:
            break
        found.append(
            Surprise(
                first=boards.players[first[pair]],
                second=boards.players[second[pair]],
                boards=round(games[pair] / boards.seats),
                score=float(wins[pair] / games[pair]),
                expected=float(expected[pair]),
                chance=chance,
            )
        )
    return found


def _leverage(boards: Boards, weight: Floats) -> Floats:
    """How much of each pair's surprise the fit has swallowed because the pair is a part of it: 0 to 1, and 1 where
    nothing but the pair itself says what to expect of it.
    """
    first, second = boards.pairs[:, 0], boards.pairs[:, 1]
    hessian = np.zeros((len(boards.players),) * 2)
    hessian[first, second] = hessian[second, first] = -weight
    np.fill_diagonal(hessian, -hessian.sum(axis=1))
    inverse = np.linalg.pinv(hessian, hermitian=True)
    return np.clip(weight * (inverse[first, first] + inverse[second, second] - 2 * inverse[first, second]), 0, 1)


def _variance(boards: Boards, wins: Floats, games: Floats, expected: Floats, weight: Floats) -> Floats:
    """Of each pair's wins, in games squared: its own boards' or, per game and p (1 - p), the whole contest's."""
    pair = boards.unit_pairs
    times = boards.counts[:, None]
    own = (boards.wins - boards.games[:, None] * (wins / games)[pair]) ** 2 * times
    off = (boards.wins - boards.games[:, None] * expected[pair]) ** 2 * times
    pooled = off.sum() / weight.sum() * weight
    each = np.bincount(pair.reshape(-1), weights=own.reshape(-1), minlength=len(boards.pairs))
    units = np.bincount(pair.reshape(-1), weights=np.broadcast_to(times, pair.shape).reshape(-1).astype(np.float64))
    return np.maximum(pooled, each * units / np.maximum(1, units - 1))
