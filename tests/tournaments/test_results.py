from fractions import Fraction

import pytest

from games.scoring import match_scores as engine_scores
from tournaments.results import MatchResult, from_replay, half_points, match_scores, pair_scores

TABLE = ((1, 2, 2), (3, 1, 2), (1, 1, 3))


def test_a_better_place_is_a_point_and_a_level_one_half():
    assert half_points(TABLE, 0, 1) == 2 + 0 + 1
    assert half_points(TABLE, 1, 0) == 0 + 2 + 1


def test_the_half_points_of_both_sides_share_two_a_game():
    for first, second, halves in pair_scores(TABLE, 3):
        assert halves + half_points(TABLE, second, first) == 2 * len(TABLE)


def test_match_scores_are_the_engines_own():
    games = [{"places": list(places)} for places in TABLE]
    assert [float(score) for score in match_scores(TABLE, 3)] == pytest.approx(engine_scores(games, 3), abs=1e-6)
    assert sum(match_scores(TABLE, 3)) == Fraction(3, 2)


def test_a_board_is_all_rotations_of_the_seats():
    result = MatchResult("1/1", ("a", "b"), ((1, 2), (2, 1), (1, 1), (1, 2)))
    assert result.boards == 2
    assert result.board_places(1) == ((1, 1), (1, 2))


def test_places_and_players_come_from_the_replay():
    replay = {"players": ["a/x@1", "b/y@2"], "games": [{"places": [1, 2]}, {"places": [1, 1]}]}
    assert from_replay("3/4", replay) == MatchResult("3/4", ("a/x@1", "b/y@2"), ((1, 2), (1, 1)))


@pytest.mark.parametrize(
    ("players", "places", "message"),
    [
        (("a",), ((1,),), "two or more different players"),
        (("a", "a"), ((1, 2), (2, 1)), "two or more different players"),
        (("a", "b"), ((1, 2),), "1 games are no whole boards of 2 rotations"),
        (("a", "b"), (), "0 games are no whole boards"),
    ],
)
def test_what_is_no_match_is_refused(players, places, message):
    with pytest.raises(ValueError, match=message):
        MatchResult("1/1", players, places)
