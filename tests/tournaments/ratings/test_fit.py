"""Fits of synthetic tournaments. SATTI_SIMULATIONS sets how many make up a coverage (500)."""

import os
from statistics import NormalDist

import numpy as np
import pytest

from tests.tournaments.synthetic import pairs, play_boards, tournament
from tournaments.pairings import tables
from tournaments.ratings import boards as counting
from tournaments.ratings.fit import CENTRE, ELO, LEAST_BOARDS, Fit, fit
from tournaments.results import MatchResult

SIMULATIONS = int(os.environ.get("SATTI_SIMULATIONS", "500"))
WIN, LEVEL, LOSS = ((1, 2), (1, 2)), ((1, 2), (2, 1)), ((2, 1), (2, 1))


def coverage(simulations, entrants, drawn, boards, spread=100.0, luck=0.7, draws=0.0, resamples=400):
    """How often the 95 % intervals hold the truth, over the bots of so many simulated tournaments."""
    rng = np.random.default_rng(2026)
    held = 0
    for number in range(simulations):
        truth = rng.normal(size=entrants) * spread / ELO
        truth -= truth.mean()
        found = fit(tournament(truth, drawn, boards, rng, luck, draws), resamples, seed=number)
        held += sum(one.low <= CENTRE + ELO * truth[int(one.player)] <= one.high for one in found.rated)
    return held / (simulations * entrants)


def test_synthetic_boards_hang_together_as_duplicates_do():
    """Their means vary less than those of independent games, and strengths are what they are meant to be."""
    rng = np.random.default_rng(4)
    strengths = [0.5, 0.0, -0.3]
    places = np.array(play_boards(strengths, 20_000, rng, luck=0.8)).reshape(20_000, 3, 3)
    won = (places[:, :, 0] < places[:, :, 1]).astype(float)
    assert won.mean() == pytest.approx(1 / (1 + np.exp(-0.5)), abs=0.01)
    assert won.mean(axis=1).var() < 0.8 * won.var() / 3
    level = np.array(play_boards([0.4, 0.0], 20_000, rng, draws=0.5)).reshape(20_000, 2, 2)
    score = (level[:, :, 0] < level[:, :, 1]) + 0.5 * (level[:, :, 0] == level[:, :, 1])
    assert score.mean() == pytest.approx(1 / (1 + np.exp(-0.4)), abs=0.01)
    assert 0.1 < (level[:, :, 0] == level[:, :, 1]).mean() < 0.3


def test_the_intervals_hold_the_truth_in_95_of_100_tournaments():
    assert 0.93 <= coverage(SIMULATIONS, 8, pairs(8), boards=10, draws=0.4) <= 0.97


@pytest.mark.long
@pytest.mark.parametrize(
    ("entrants", "drawn", "boards", "spread", "luck"),
    [
        (8, pairs(8), 3, 100, 0.7),  # few boards
        (8, pairs(8), 6, 150, 0.0),  # single boards: games do not hang together
        (8, pairs(8), 10, 300, 0.7),  # some win nearly everything
        (2, pairs(2), 24, 60, 0.7),  # two bots
        (9, [table for drawn in tables(9, 4, 9) for table in drawn], 3, 120, 0.8),
    ],
)
def test_so_they_do_under_harder_conditions(entrants, drawn, boards, spread, luck):
    assert 0.93 <= coverage(max(1, SIMULATIONS * 2 // 5), entrants, drawn, boards, spread, luck) <= 0.975


def test_blocks_of_boards_give_the_same_intervals_as_boards(monkeypatch):
    results = tournament([0.5, 0.2, 0.0, -0.4], [(0, 1, 2, 3)] * 3, 200, np.random.default_rng(8))
    apart = fit(results)
    monkeypatch.setattr(counting, "UNITS", 150)
    together = fit(results)
    assert len(counting.count(results).counts) <= 150
    for one, other in zip(together.rated, apart.rated, strict=True):
        assert one.rating == pytest.approx(other.rating, abs=0.01)
        assert one.high - one.low == pytest.approx(other.high - other.low, rel=0.15)


def test_duplicate_boards_narrow_the_intervals():
    widths = []
    for luck in (0.0, 0.9):
        found = fit(tournament([0.0] * 6, pairs(6), 40, np.random.default_rng(12), luck))
        widths.append(np.mean([one.high - one.low for one in found.rated]))
    assert widths[0] / widths[1] > 1.3


def test_two_bots_are_apart_by_the_logit_of_the_score():
    (best, other) = fit([MatchResult("1", ("a", "b"), WIN * 250 + LEVEL * 500 + LOSS * 0)]).rated
    assert best.rating - other.rating == pytest.approx(400 * np.log10((2 / 3) / (1 / 3)), abs=1)
    assert (best.player, best.place, best.boards) == ("a", 1, 750)
    assert best.rating + other.rating == pytest.approx(2 * CENTRE)


def test_who_wins_everything_has_a_finite_rating_and_a_wide_interval():
    (best, last) = fit([MatchResult("1", ("a", "b"), WIN * 10)]).rated
    assert 100 < best.rating - last.rating < 1500
    assert best.high - best.rating > best.rating - best.low > 50


def test_groups_that_never_met_are_not_told_apart():
    found = fit([MatchResult("1", ("a", "b"), WIN * 20), MatchResult("2", ("c", "d"), WIN * 20)])
    assert [one.player for one in found.rated] == ["a", "c", "b", "d"]
    assert found.gaps[0].overlap
    assert not found.settled


def test_labels_play_no_part():
    results = tournament([0.4, 0.1, -0.2], pairs(3), 60, np.random.default_rng(6))
    names = {"000": "z", "001": "m", "002": "a"}
    renamed = [MatchResult(r.key, tuple(names[p] for p in r.players), r.places) for r in results]
    first, second = fit(results), fit(renamed)
    for one, other in zip(first.rated, second.rated, strict=True):
        assert names[one.player] == other.player
        assert one.rating == pytest.approx(other.rating, abs=1e-6)
        assert one.low == pytest.approx(other.low, abs=4)


def test_the_same_results_give_the_same_fit():
    results = tournament([0.4, 0.1, -0.2], pairs(3), 20, np.random.default_rng(6))
    assert fit(results) == fit(list(reversed(results)))


@pytest.mark.parametrize("lead", [0.0, 0.05, 0.1, 0.2])
def test_superiority_is_the_share_of_resampled_contests_in_which_the_order_holds(lead):
    found = fit(tournament([lead, 0.0], [(0, 1)], 150, np.random.default_rng(3)), 4000)
    best, other = found.rated
    deviation = ((best.high - best.low) + (other.high - other.low)) / (2 * 1.96)  # two bots mirror each other
    expected = NormalDist(0, deviation).cdf(best.rating - other.rating)
    assert found.gaps[0].superiority == pytest.approx(expected, abs=0.03)


def test_with_as_many_more_boards_as_it_asks_for_the_intervals_part():
    results = tournament([0.2, 0.0], [(0, 1)], 40, np.random.default_rng(14))
    (gap,) = fit(results).gaps
    assert gap.overlap
    assert gap.more_boards > 0
    times = (40 + gap.more_boards) / 40
    assert fit(results * max(1, int(0.8 * times))).gaps[0].overlap
    longer = fit(results * int(1.2 * times + 1))
    assert not longer.gaps[0].overlap
    assert longer.gaps[0].more_boards == 0
    assert longer.settled


def test_of_level_bots_it_cannot_say_how_many_boards_it_takes():
    (gap,) = fit([MatchResult("1", ("a", "b"), WIN * 10 + LOSS * 10)]).gaps
    assert gap.overlap
    assert gap.more_boards is None


@pytest.mark.parametrize(("boards", "least"), [(1, 300), (5, 70), (20, 15)])
def test_boards_that_all_came_out_alike_claim_no_certainty(boards, least):
    """Two bots that split every board: as many more might be won one by one."""
    for one in fit([MatchResult("1", ("a", "b"), LEVEL * boards)]).rated:
        assert one.rating == pytest.approx(CENTRE)
        assert min(one.high - one.rating, one.rating - one.low) > least


def test_below_a_number_of_boards_no_order_is_settled():
    for boards, settled in ((LEAST_BOARDS - 1, False), (LEAST_BOARDS, True)):
        found = fit([MatchResult("1", ("a", "b"), WIN * boards)])
        (gap,) = found.gaps
        assert not gap.overlap
        assert (found.settled, gap.settled, gap.too_few) == (settled, settled, not settled)
    assert fit([MatchResult("1", ("a", "b"), WIN)]).gaps[0].more_boards >= LEAST_BOARDS - 1


def test_nothing_is_settled_by_one_bot_alone():
    assert not Fit((), (), 0).settled


def test_more_than_a_thousand_boards_are_not_counted():
    (gap,) = fit([MatchResult("1", ("a", "b"), (WIN + LOSS) * 30 + WIN)]).gaps
    assert gap.more_boards is None


def test_no_likelihood_below_a_half_is_claimed():
    rng = np.random.default_rng(5)
    for _ in range(20):
        found = fit(tournament([0.0] * 4, pairs(4), 2, rng), 200)
        assert all(0.5 <= gap.superiority <= 1 for gap in found.gaps)
