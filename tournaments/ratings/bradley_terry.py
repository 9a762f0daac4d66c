"""Newton's method for the Bradley-Terry likelihood, on many resampled contests at once.

Strengths are in natural units: the expected result against another is `1 / (1 + exp(theirs - mine))`.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.boards import Floats, Integers

TOLERANCE = 1e-4
"""In natural units: 0.02 Elo."""
CHORD_STEPS, NEWTON_STEPS = 12, 60


@dataclass(frozen=True)
class Contest:
    """R contests between the same pairs: `pairs[P, 2]` are players' numbers, `wins[R, P]` and `games[R, P]` those of
    each pair's first player, `prior[R, n, 2]` each player's games won from and lost to the average of the field.
    """

    pairs: Integers
    wins: Floats
    games: Floats
    prior: Floats

    def rows(self, chosen: NDArray[np.bool_]) -> "Contest":
        return Contest(self.pairs, self.wins[chosen], self.games[chosen], self.prior[chosen])

    def gradient(self, strengths: Floats) -> Floats:
        """`[R, n]`: results above what the strengths `[R, n]` lead to expect, in games."""
        first, second = self.pairs[:, 0], self.pairs[:, 1]
        above = self.wins - self.games * _logistic(strengths[:, first] - strengths[:, second])
        average = _logistic(strengths)
        total = self.prior[..., 0] - self.prior.sum(axis=2) * average
        who = self.pairs.T.reshape(-1)
        order = np.argsort(who, kind="stable")
        there, starts = np.unique(who[order], return_index=True)
        total[:, there] += np.add.reduceat(np.concatenate([above, -above], axis=1)[:, order], starts, axis=1)
        return total

    def hessian(self, strengths: Floats) -> Floats:
        """`[R, n, n]`: minus the second derivatives, positive definite."""
        rows, players = strengths.shape
        first, second = self.pairs[:, 0], self.pairs[:, 1]
        expected = _logistic(strengths[:, first] - strengths[:, second])
        curvature = np.zeros((rows, players, players))
        curvature[:, first, second] = curvature[:, second, first] = self.games * expected * (1 - expected)
        average = _logistic(strengths)
        own = curvature.sum(axis=2) + self.prior.sum(axis=2) * average * (1 - average)
        hessian = -curvature
        hessian[:, range(players), range(players)] += own
        return hessian


def _logistic(x: Floats) -> Floats:
    return 1 / (1 + np.exp(-x))


def maximise(contest: Contest, start: Floats) -> Floats:
    """The strengths `[R, n]` that make the results likeliest, from `start[R, n]`; each row's mean is 0."""
    strengths = np.array(start)
    for _ in range(NEWTON_STEPS):
        gradient = contest.gradient(strengths)
        step = np.linalg.solve(contest.hessian(strengths), gradient[..., None])[..., 0]
        longest = np.abs(step).max(axis=1, keepdims=True)
        strengths += step / np.maximum(1.0, longest / 2)
        if longest.max() < TOLERANCE:
            break
    return strengths - strengths.mean(axis=1, keepdims=True)


def maximise_near(contest: Contest, start: Floats, hessian: Floats) -> Floats:
    """The same for contests that resemble one whose maximum `start[n]` and `hessian[n, n]` there are known.

    That one matrix serves for all (the chord method), which for large fields is many times faster; the few
    contests that do not settle so are left to Newton.
    """
    inverse = np.linalg.inv(hessian)
    strengths = np.tile(start, (len(contest.wins), 1))
    longest = np.full(len(strengths), np.inf)
    for _ in range(CHORD_STEPS):
        step = contest.gradient(strengths) @ inverse
        strengths += np.clip(step, -2, 2)
        longest = np.abs(step).max(axis=1)
        if longest.max() < TOLERANCE:
            break
    unsettled = longest >= TOLERANCE
    strengths -= strengths.mean(axis=1, keepdims=True)
    if unsettled.any():
        strengths[unsettled] = maximise(contest.rows(unsettled), np.tile(start, (int(unsettled.sum()), 1)))
    return strengths
