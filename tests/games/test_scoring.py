from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.scoring import exact_match_scores, game_places, match_scores, places


@pytest.mark.parametrize(
    ("keys", "expected"),
    [([5, 5], (1, 1)), ([3, 0, 3, 9], (2, 1, 2, 4)), ([0, 0, 0], (1, 1, 1)), ([4, 4, 1, 1], (3, 3, 1, 1)), ([7], (1,))],
)
def test_level_ones_share_the_better_place_and_the_next_is_skipped(keys: list[int], expected: tuple[int, ...]) -> None:
    assert places(keys) == expected


@pytest.mark.parametrize(
    ("seat_places", "rotation", "faulted", "expected"),
    [
        ((1, 2), 0, [], [1, 2]),
        ((1, 2), 1, [], [2, 1]),
        (None, 0, [0], [2, 1]),
        (None, 1, [1], [1, 2]),
        ((1, 2, 2, 4), 1, [], [2, 2, 4, 1]),
        ((1, 2, 2, 4), 0, [0], [4, 1, 1, 3]),  # level behind the one at fault: first together without them
        ((1, 2, 2, 4), 0, [0, 3], [4, 1, 1, 3]),  # the later fault is placed better
        ((1, 2, 2, 4), 0, [3, 0], [3, 1, 1, 4]),
        ((1, 2, 3), 0, [2, 0, 1], [2, 1, 3]),  # all at fault
    ],
)
def test_players_at_fault_come_last_and_do_not_count_for_the_others(
    seat_places: tuple[int, ...] | None, rotation: int, faulted: list[int], expected: list[int]
) -> None:
    players = len(expected)
    assert game_places(seat_places, rotation, faulted, players) == expected


@given(st.integers(2, 6), st.data())
def test_match_scores_are_fair(players: int, data: st.DataObject) -> None:
    keys = st.lists(st.integers(0, 3), min_size=players, max_size=players)
    game_list = [places(keys) for keys in data.draw(st.lists(keys, min_size=1, max_size=6))]
    scores = exact_match_scores(game_list, players)
    assert sum(scores) == Fraction(players, 2)  # every pair shares one point a game, the mean of which is a half
    assert all(0 <= score <= 1 for score in scores)
    rounded = match_scores([{"places": list(game)} for game in game_list], players)
    assert all(abs(Fraction(a) - b) < Fraction(6, 10**7) for a, b in zip(rounded, scores, strict=True))


def test_a_score_is_the_mean_over_opponents_of_the_mean_over_games() -> None:
    two_games = [(1, 2, 2, 4), (2, 1, 3, 3)]
    # player 0 beats 1 once of two, 2 twice, 3 twice; player 3 loses all but half a game against 2
    assert exact_match_scores(two_games, 4)[0] == Fraction(5, 6)
    assert exact_match_scores(two_games, 4)[3] == Fraction(1, 12)
    assert match_scores([{"places": game} for game in two_games], 4)[3] == 0.083333
