"""The interval of a rating: it holds the strength that matches were simulated with as often as it says."""

import random

import pytest

from tournaments.ratings import elo, uncertainty


def expected(lead: float) -> float:
    return 1 / (1 + 10 ** (-lead / 400))


@pytest.mark.parametrize(("matches", "games"), [(1, 8), (17, 8), (150, 2)])
def test_the_interval_holds_the_true_strength_about_as_often_as_it_says(matches: int, games: int) -> None:
    chance = random.Random(f"{matches} {games}")
    inside, squares, trials = 0, 0.0, 600
    rated: list[tuple[float, float]] = []
    for _ in range(trials):
        true, rating = chance.gauss(1500, 120), 1500.0
        for _ in range(matches):
            score = sum(chance.random() < expected(true - 1500) for _ in range(games)) / games
            surprise = score - expected(rating - 1500)
            squares += surprise**2
            rating += elo.K * surprise
        rated.append((true, rating))
    half = uncertainty.half_width(matches, squares / trials / matches)
    inside = sum(abs(true - rating) <= half for true, rating in rated)
    assert inside / trials >= 0.93


def test_more_matches_make_it_narrower_and_noisier_ones_wider() -> None:
    widths = [uncertainty.half_width(matches, 0.03) for matches in (0, 1, 5, 20, 100, 1000)]
    assert widths == sorted(widths, reverse=True)
    assert uncertainty.half_width(1000, 0.25) > 2 * uncertainty.half_width(1000, 0.03)
    assert uncertainty.half_width(1000, 0.03) > 10, "with a constant K it never becomes certain"
