"""How far an Elo rating that was folded match by match may be from the strength it estimates.

An update `r += K (S - E(r))` is, near the true strength, a first-order linear recursion: what is left of the error of
the start shrinks by `1 - K g` a match, with `g` the slope of the expected score, and each match adds noise of variance
`K² v`, with `v` the variance of a match score about its expectation. Both are summed here. The slope is that of equal
opponents, `ln 10 / 1600` a point; against weaker or stronger ones less is learnt, so the interval is then too narrow.
"""

from math import log, sqrt

from tournaments.ratings import elo

START_SPREAD = 200.0
"""Standard deviation of newcomers' strengths, in Elo points: an assumption, which a few dozen matches outweigh."""
PROVISIONAL = 20
"""Matches from which on a rating is no longer provisional: the start has by then lost 60 % of its weight."""
SLOPE = log(10) / 1600
Z95 = 1.96


def half_width(matches: int, noise: float, k: int = elo.K) -> float:
    """Half of the 95 % interval of a rating after so many rated matches, in Elo points.

    `noise` is the mean of (score - expected score)² over the pool's matches, 0 to 1.
    """
    keeps = (1 - k * SLOPE) ** 2
    left = keeps**matches
    return Z95 * sqrt(left * START_SPREAD**2 + k * k * noise * (1 - left) / (1 - keeps))
