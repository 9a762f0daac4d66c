from fractions import Fraction

import pytest

from tournaments.crosstable import crosstable
from tournaments.results import MatchResult
from tournaments.standings import SWISS, table

WIN, LEVEL, LOSS = ((1, 2), (1, 2)), ((1, 2), (2, 1)), ((2, 1), (2, 1))


def duel(a, b, places, key="1/1"):
    return MatchResult(key, (a, b), places)


def order(rows):
    return [(row.place, row.player) for row in rows]


def test_points_are_the_sum_of_match_scores_and_the_mean_decides():
    rows = table([duel("a", "b", WIN), duel("a", "c", LEVEL), duel("b", "c", LEVEL)])
    assert order(rows) == [(1, "a"), (2, "c"), (3, "b")]
    assert [row.points for row in rows] == [Fraction(3, 2), 1, Fraction(1, 2)]
    assert rows[0].score == Fraction(3, 4)


def test_who_sat_out_loses_nothing_by_it():
    three = MatchResult("1/1", ("a", "b", "c"), ((1, 2, 3),) * 3)
    rows = table([three, MatchResult("2/1", ("b", "c", "d"), ((2, 3, 1),) * 3)])
    assert order(rows)[:2] == [(1, "a"), (1, "d")]


def test_a_bye_counts_as_an_even_match():
    rows = {row.player: row for row in table([duel("a", "b", WIN)], ["a", "b", "c"], {"c": 1})}
    assert (rows["c"].points, rows["c"].score, rows["c"].byes, rows["c"].place) == (
        Fraction(1, 2),
        Fraction(1, 2),
        1,
        2,
    )


def test_level_players_are_parted_by_the_match_between_them():
    results = [
        duel("b", "a", WIN),
        duel("a", "c", WIN),
        duel("b", "d", LOSS),
        duel("a", "d", LEVEL),
        duel("b", "c", LEVEL),
    ]
    rows = table(results, tie_breaks=["head-to-head"])
    level = [row for row in rows if row.player in "ab"]
    assert level[0].score == level[1].score
    assert [row.player for row in level] == ["b", "a"]
    assert [row.tie_breaks for row in level] == [(1,), (0,)]


def test_head_to_head_does_not_apply_unless_all_have_met():
    results = [duel("a", "b", WIN), duel("c", "d", WIN)]
    rows = table(results, tie_breaks=["head-to-head"])
    assert order(rows) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]
    assert {row.tie_breaks for row in rows} == {(None,)}


def test_sonneborn_berger_prefers_points_from_the_strong():
    results = [
        duel("a", "c", WIN),
        duel("b", "d", WIN),
        duel("a", "d", LOSS),
        duel("b", "c", LOSS),
        duel("c", "d", WIN),
        duel("a", "b", LEVEL),
    ]
    rows = table(results, tie_breaks=["head-to-head", "sonneborn-berger"])
    assert order(rows)[0] == (1, "c")
    assert [row.player for row in rows if row.player in "ab"] == ["a", "b"]  # a beat c, the best; b beat d


def test_buchholz_is_the_strength_of_the_opponents():
    results = [duel("a", "c", WIN), duel("b", "d", WIN), duel("c", "e", WIN), duel("d", "e", LOSS)]
    rows = table(results, tie_breaks=SWISS)
    assert order(rows)[:2] == [(1, "a"), (2, "b")]
    assert rows[0].tie_breaks[0] > rows[1].tie_breaks[0]


def test_those_who_are_level_in_everything_share_a_place():
    cycle = [duel("a", "b", WIN), duel("b", "c", WIN), duel("c", "a", WIN)]
    assert order(table(cycle)) == [(1, "a"), (1, "b"), (1, "c")]


def test_who_has_not_played_is_listed_last():
    rows = table([duel("a", "b", WIN)], ["z", "a", "b"])
    assert order(rows) == [(1, "a"), (2, "b"), (3, "z")]


def test_an_unknown_tie_break_is_named():
    with pytest.raises(ValueError, match="no tie-break 'coin'; there are head-to-head"):
        table([], tie_breaks=["coin"])


def test_a_cell_speaks_of_boards():
    cells = crosstable([duel("a", "b", WIN * 12 + LEVEL * 28)])
    assert str(cells["a", "b"]) == "65 % ± 9 over 40 boards"
    assert cells["a", "b"].mean + cells["b", "a"].mean == 1
    assert cells["a", "b"].half_width == pytest.approx(cells["b", "a"].half_width)
    assert str(crosstable([duel("a", "b", WIN)])["a", "b"]) == "100 % ± 100 over 1 board"


def test_a_table_makes_a_cell_for_each_pair():
    cells = crosstable([MatchResult("1/1", ("a", "b", "c"), ((1, 2, 3), (1, 3, 2), (1, 2, 2)))])
    assert cells.keys() == {(x, y) for x in "abc" for y in "abc" if x != y}
    assert cells["a", "c"].mean == 1
    assert cells["b", "c"].mean == pytest.approx(1 / 2)
    assert cells["b", "c"].boards == 1
