import numpy as np
import pytest
from scipy.stats import t

from tournaments.ratings.intervals import board_interval, t_quantile


@pytest.mark.parametrize("freedom", [2, 3, 4, 5, 8, 20, 200])
def test_the_t_quantile_is_students(freedom):
    assert t_quantile(freedom) == pytest.approx(t.ppf(0.975, freedom), abs=0.01)


def test_there_is_no_t_for_less_than_two_degrees():
    with pytest.raises(ValueError, match="from 2 degrees of freedom on, not for 1"):
        t_quantile(1)


def test_one_board_says_nothing():
    assert board_interval(1, 1.0, 1.0) == (0.0, 1.0)
    assert board_interval(1, 0.5, 0.25) == (0.0, 1.0)


def test_a_clean_sweep_of_four_boards_may_be_luck():
    low, high = board_interval(4, 4.0, 4.0)
    assert low == pytest.approx(0.40, abs=0.01)  # Clopper and Pearson: 0.398
    assert high == 1.0


@pytest.mark.parametrize("p", [0.5, 0.65, 0.9])
@pytest.mark.parametrize("boards", [5, 10, 40])
@pytest.mark.parametrize("luck", [0.0, 0.8])
def test_the_interval_holds_the_mean_at_least_95_times_in_a_hundred(p, boards, luck):
    rng = np.random.default_rng(20)
    trials = 2000
    cards = luck * rng.normal(size=(trials, boards))
    limit = np.quantile(rng.normal(size=200_000), p)
    own = np.sqrt(1 - luck**2)
    scores = (
        (cards + own * rng.normal(size=cards.shape) < limit).astype(float)
        + (-cards + own * rng.normal(size=cards.shape) < limit)
    ) / 2
    held = sum(low <= p <= high for low, high in (board_interval(boards, x.sum(), (x * x).sum()) for x in scores))
    assert held / trials > 0.94


def test_the_interval_narrows_with_the_root_of_the_boards():
    few, many = board_interval(100, 60, 50), board_interval(400, 240, 200)
    assert (few[1] - few[0]) / (many[1] - many[0]) == pytest.approx(2, rel=0.03)


def test_boards_that_agree_make_a_narrower_interval_than_boards_that_do_not():
    level = board_interval(40, 20.0, 40 * 0.25)
    split = board_interval(40, 20.0, 20.0)
    assert level[1] - level[0] < 0.5 * (split[1] - split[0])
