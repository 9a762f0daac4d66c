"""The rule `points/1` of tournaments, and `rating/1` of ladders."""

from fractions import Fraction

import pytest

from tournaments.results import MatchResult
from tournaments.standings import POINTS, SWISS, Meeting, ladder_table, points_table, ranked

HALF = Fraction(1, 2)


def duel(round, number, a, b, score=1):
    """A match in which `a` scored so much, 0 to 1."""
    return Meeting(round, f"{round}/{number}", (a, b), "done", ((0, 1, Fraction(score)),))


def not_played(round, number, a, b, state="void"):
    return Meeting(round, f"{round}/{number}", (a, b), state)


def rows(meetings, players, **how):
    return {row.player: row for row in points_table(meetings, players, **how)}


def places(meetings, players, **how):
    return [(row.place, row.player) for row in points_table(meetings, players, **how)]


def test_points_decide_and_a_bye_counts_a_half():
    found = rows([duel(1, 1, "a", "b"), duel(2, 1, "c", "a", HALF), duel(3, 1, "b", "c")], "abc")
    assert {player: (row.points, row.byes) for player, row in found.items()} == {
        "a": (2, 1),
        "b": (Fraction(3, 2), 1),
        "c": (1, 1),
    }
    assert found["a"].score == Fraction(2, 3)
    assert [found[player].place for player in "abc"] == [1, 2, 3]


def test_nobody_has_a_bye_in_a_round_that_is_being_played():
    first = [duel(1, 1, "a", "b"), duel(1, 2, "c", "d")]
    second = [duel(2, 1, "a", "c"), not_played(2, 2, "b", "d", "running")]
    found = rows(first + second, "abcde")
    assert {player: row.byes for player, row in found.items()} == {"a": 0, "b": 0, "c": 0, "d": 0, "e": 1}
    assert found["e"].points == HALF
    assert found["d"].points == 0


def test_only_complete_rounds_count_for_places():
    first = [duel(1, 1, "a", "b"), duel(1, 2, "c", "d", HALF)]
    second = [duel(2, 1, "d", "a"), not_played(2, 2, "b", "c", "waiting")]
    found = rows(first + second, "abcd")
    assert [found[player].place for player in "acdb"] == [1, 2, 2, 4]
    assert (found["d"].points, found["d"].counted) == (Fraction(3, 2), HALF)
    assert [row.player for row in points_table(first + second, "abcd")][1] == "d"  # level in place, ahead at the moment


def test_before_a_round_is_complete_nobody_has_a_place_and_the_leader_stands_first():
    found = points_table([duel(1, 1, "b", "a"), not_played(1, 2, "c", "a", "waiting")], "abc")
    assert [(row.place, row.player) for row in found] == [(None, "b"), (None, "a"), (None, "c")]
    assert found[-1].score is None


def test_a_void_match_counts_a_half_for_both_once():
    again = [not_played(1, 1, "a", "b"), not_played(1, 1, "a", "b"), duel(2, 1, "a", "b")]
    found = rows(again, "ab")
    assert (found["a"].points, found["a"].voids, found["b"].points) == (Fraction(3, 2), 1, HALF)


def test_of_a_match_played_again_only_the_new_one_counts():
    found = rows([not_played(1, 1, "a", "b"), duel(1, 1, "a", "b")], "ab")
    assert (found["a"].points, found["a"].voids, found["b"].points) == (1, 0, 0)


@pytest.mark.parametrize("score", [0, HALF, 1])
def test_meetings_with_a_removed_bot_count_a_half_and_it_stands_below_with_what_it_played(score):
    meetings = [duel(1, 1, "a", "r", score), not_played(1, 2, "b", "r"), duel(1, 3, "b", "a", HALF)]
    found = rows(meetings, "rab", removed={"r"})
    assert (found["a"].points, found["b"].points) == (1, 1)
    assert (found["r"].points, found["r"].voids, found["r"].byes) == (1 - score, 0, 0)
    assert places(meetings, "rab", removed={"r"}) == [(1, "a"), (1, "b"), (3, "r")]
    assert found["r"].removed
    assert not found["a"].removed


def test_a_bot_removed_after_one_win_is_not_first():
    meetings = [duel(1, 1, "r", "a"), duel(1, 2, "b", "c"), duel(2, 1, "a", "b"), duel(2, 2, "a", "c", HALF)]
    assert places(meetings, "rabc", removed="r")[-1] == (4, "r")


def test_at_a_table_only_the_pair_with_the_removed_bot_counts_a_half():
    result = MatchResult("1/1", ("a", "b", "r"), ((1, 2, 3),) * 3)
    found = rows([Meeting.of(result)], "abr", removed={"r"})
    assert (found["a"].points, found["b"].points, found["r"].points) == (Fraction(3, 4), Fraction(1, 4), 0)


def test_removed_bots_play_no_part_in_tie_breaks():
    meetings = [duel(1, 1, "a", "r"), duel(1, 2, "b", "c"), duel(2, 1, "a", "c", HALF), duel(2, 2, "b", "r", 0)]
    found = rows(meetings, "abcr", removed={"r"}, tie_breaks=SWISS)
    assert found["a"].tie_breaks[0] == found["c"].score
    assert found["r"].tie_breaks == (None, None, None)


def test_a_contest_in_which_nothing_was_played_has_no_places():
    assert places([], "ab") == [(None, "a"), (None, "b")]
    assert places([not_played(1, 1, "a", "b")], "ab") == [(None, "a"), (None, "b")]
    assert points_table([], []) == []


def test_level_rows_share_a_place_in_the_order_given():
    assert places([duel(1, 1, "z", "a", HALF)], ["z", "a"]) == [(1, "z"), (1, "a")]


def test_a_ladder_ranks_by_rating_and_who_left_or_has_not_played_stands_below():
    totals = {"a": (4, Fraction(1)), "b": (2, Fraction(2)), "left": (9, Fraction(9)), "unrated": (1, Fraction(1))}
    ratings = {"a": 1_510_000, "b": 1_490_000, "left": 1_900_000}
    found = ladder_table(totals, ["new", "left", "a", "b", "unrated"], ratings, removed={"left"})
    assert [(row.place, row.player) for row in found] == [
        (1, "a"), (2, "b"), (3, "unrated"), (None, "new"), (5, "left"),
    ]  # fmt: skip
    assert (found[0].rating, found[0].score) == (1_510_000, Fraction(1, 4))


def test_an_unknown_rule_is_named():
    with pytest.raises(ValueError, match=f"no rule 'points/9' for standings; there are {POINTS}"):
        ranked("points/9", [], [])
