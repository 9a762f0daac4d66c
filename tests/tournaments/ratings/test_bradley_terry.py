import numpy as np
import pytest
from scipy.optimize import minimize

from tournaments.ratings.bradley_terry import Contest, maximise, maximise_near

PAIRS = np.array([(0, 1), (0, 2), (1, 2), (2, 3)])
WINS = np.array([[6.0, 3.5, 5.0, 9.0], [1.0, 8.0, 2.0, 0.0]])
GAMES = np.array([[10.0, 4.0, 10.0, 9.0], [10.0, 8.0, 10.0, 0.0]])
PRIOR = np.full((2, 4, 2), 0.5)


def log_likelihood(x, row):
    a, b = PAIRS.T
    gap = x[a] - x[b]
    won = WINS[row] * -np.log1p(np.exp(-gap)) + (GAMES[row] - WINS[row]) * -np.log1p(np.exp(gap))
    return won.sum() + (0.5 * -np.log1p(np.exp(-x)) + 0.5 * -np.log1p(np.exp(x))).sum()


@pytest.mark.parametrize("row", [0, 1])
def test_no_other_strengths_are_likelier(row):
    found = maximise(Contest(PAIRS, WINS, GAMES, PRIOR), np.zeros((2, 4)))[row]
    best = minimize(lambda x: -log_likelihood(x, row), np.zeros(4), tol=1e-10).x
    assert found == pytest.approx(best - best.mean(), abs=1e-3)


def test_gradient_and_hessian_are_the_derivatives():
    contest = Contest(PAIRS, WINS, GAMES, PRIOR)
    x = np.array([[0.3, -0.2, 0.5, -1.0], [0.0, 1.0, -0.3, 0.2]])
    step = 1e-5
    for row in (0, 1):
        for player in range(4):
            up, down = x.copy(), x.copy()
            up[row, player] += step
            down[row, player] -= step
            slope = (log_likelihood(up[row], row) - log_likelihood(down[row], row)) / (2 * step)
            assert contest.gradient(x)[row, player] == pytest.approx(slope, abs=1e-5)
            bend = (contest.gradient(down) - contest.gradient(up))[row] / (2 * step)
            assert contest.hessian(x)[row, player] == pytest.approx(bend, abs=1e-5)


def test_the_chord_finds_what_newton_finds():
    rng = np.random.default_rng(2)
    wins = rng.binomial(GAMES[0].astype(int), 0.5, size=(50, 4)).astype(float)
    contest = Contest(PAIRS, wins, np.tile(GAMES[0], (50, 1)), rng.exponential(0.5, size=(50, 4, 2)))
    middle = Contest(PAIRS, wins.mean(axis=0)[None], GAMES[:1], PRIOR[:1])
    start = maximise(middle, np.zeros((1, 4)))
    found = maximise_near(contest, start[0], middle.hessian(start)[0])
    assert found == pytest.approx(maximise(contest, np.zeros((50, 4))), abs=5e-3)


def test_a_contest_far_from_the_middle_is_left_to_newton():
    """A tenth of the games: the chord's steps would be ten times too short, or too long the other way."""
    middle = Contest(PAIRS, WINS[:1], GAMES[:1], PRIOR[:1])
    start = maximise(middle, np.zeros((1, 4)))
    for factor in (0.05, 10.0):
        far = Contest(PAIRS, factor * WINS[1:], factor * GAMES[1:], PRIOR[1:])
        found = maximise_near(far, start[0], middle.hessian(start)[0])
        assert found == pytest.approx(maximise(far, np.zeros((1, 4))), abs=1e-3)
