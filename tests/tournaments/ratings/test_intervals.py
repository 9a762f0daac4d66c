import numpy as np
import pytest
from scipy.stats import t

from tournaments.ratings.intervals import board_interval, count_interval, t_quantile


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


def test_counts_that_agree_claim_no_more_than_so_many_deals_can():
    mean, half = count_interval([4, 4, 2], [0, 0, 0])
    assert (mean, half) == (0, pytest.approx(3 / 10))
    assert count_interval([1] * 300, [0] * 300)[1] == pytest.approx(0.01)


def test_two_matches_are_too_few_for_an_interval_of_counts():
    assert count_interval([4, 2], [3, 0]) == (0.5, None)


def test_matches_and_not_deals_are_the_observations():
    """A hundred deals of four matches are no hundred observations where matches differ."""
    differ = count_interval([25] * 4, [0, 50, 0, 50])[1]
    agree = count_interval([25] * 4, [24, 26, 25, 25])[1]
    assert differ is not None
    assert agree is not None
    assert differ > 10 * agree


@pytest.mark.parametrize("matches", [10, 40])
def test_the_interval_of_counts_holds_the_mean_as_often_as_it_says(matches):
    """Bots that have better and worse matches, with one to four deals analysed in each."""
    rng = np.random.default_rng(7)
    held = 0
    for _ in range(1000):
        sizes = rng.integers(1, 5, matches)
        counts = rng.poisson(rng.gamma(4, 0.2, matches) * sizes)
        mean, half = count_interval(sizes.tolist(), counts.tolist())
        held += abs(mean - 0.8) <= half
    assert held / 1000 > 0.91
