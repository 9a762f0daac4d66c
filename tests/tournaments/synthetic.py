"""Tournaments of bots whose strengths are known, with games that hang together in boards as real ones do.

Every seat of a board has luck (its cards). A player's performance in a game is its strength and a Gumbel draw, part of
which is the luck of the seat it sits on in that rotation: so each player has each seat's luck once in a board, and yet
every single game follows Plackett-Luce, and every pair Bradley-Terry, exactly.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from scipy.stats import norm

from tournaments.results import MatchResult

Places = tuple[tuple[int, ...], ...]


def play_boards(
    strengths: Sequence[float], boards: int, rng: np.random.Generator, luck: float = 0.7, draws: float = 0.0
) -> Places:
    """Places in all games of `boards` boards, between players of these strengths (natural units).

    `luck`: correlation of a performance with its seat's cards, 0 (single boards) to 1. `draws`, for two players: a
    share of 2 draws p (1 - p) of the games is level, which leaves every expected result as it is.
    """
    n = len(strengths)
    seats = rng.normal(size=(boards, n))
    at = (np.arange(n)[None, :] + np.arange(n)[:, None]) % n  # [rotation, player] -> seat
    luck_of = luck * seats[:, at] + np.sqrt(1 - luck**2) * rng.normal(size=(boards, n, n))
    performance = np.asarray(strengths) - np.log(-np.log(norm.cdf(luck_of)))
    performance = performance.reshape(boards * n, n)
    if n == 2 and draws:
        gap = performance[:, 0] - performance[:, 1]
        p = 1 / (1 + np.exp(strengths[1] - strengths[0]))
        quantile = 1 / (1 + np.exp(strengths[0] - strengths[1] - gap))
        level = np.abs(quantile - (1 - p)) < draws * p * (1 - p)
        performance[level] = 0.0
    return tuple(tuple(int(1 + sum(other > own for other in game)) for own in game) for game in performance.tolist())


def tournament(
    strengths: Sequence[float],
    tables: Sequence[tuple[int, ...]],
    boards: int,
    rng: np.random.Generator,
    luck: float = 0.7,
    draws: float = 0.0,
) -> list[MatchResult]:
    """A match of `boards` boards at each table; player i is called `i` with leading zeros."""
    return [
        MatchResult(
            f"1/{number}",
            tuple(f"{entrant:03}" for entrant in table),
            play_boards([strengths[entrant] for entrant in table], boards, rng, luck, draws),
        )
        for number, table in enumerate(tables, start=1)
    ]


def pairs(entrants: int) -> list[tuple[int, int]]:
    return list(combinations(range(entrants), 2))
