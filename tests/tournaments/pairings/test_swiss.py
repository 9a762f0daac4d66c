import random
from collections import Counter
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairings import swiss


def simulate(entrants, rounds, seed):
    """Rounds with results at random; before each, the state that was paired."""
    rng = random.Random(seed)
    points = dict.fromkeys(range(entrants), Fraction(0))
    played: list[tuple[int, int]] = []
    byes: list[int] = []
    for _ in range(rounds):
        drawn = swiss(points, played, byes)
        yield dict(points), list(played), list(byes), drawn
        for a, b in drawn.tables:
            score = Fraction(rng.randrange(41), 40)
            points[a] += score
            points[b] += 1 - score
            played.append((a, b))
        if drawn.bye is not None:
            points[drawn.bye] += Fraction(1, 2)
            byes.append(drawn.bye)


def most_fresh(entrants, played, without=None):
    """The most pairs of people who have not met, by trying all."""
    met = {frozenset(pair) for pair in played}

    @cache
    def best(left):
        if not left:
            return 0
        one, rest = min(left), left - {min(left)}
        return max([best(rest)] + [1 + best(rest - {other}) for other in rest if frozenset((one, other)) not in met])

    return best(frozenset(range(entrants)) - {without})


@pytest.mark.parametrize("entrants", range(2, 10))
@pytest.mark.parametrize("seed", range(4))
def test_everybody_plays_once_or_has_the_bye(entrants, seed):
    for _, _, _, drawn in simulate(entrants, entrants + 2, seed):
        seen = [entrant for pair in drawn.tables for entrant in pair] + [drawn.bye] * (entrants % 2)
        assert sorted(seen) == list(range(entrants))


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 10), st.integers(0, 1000))
def test_no_rematch_that_could_be_avoided(entrants, seed):
    for _, played, byes, drawn in simulate(entrants, entrants + 1, seed):
        met = {frozenset(pair) for pair in played}
        fresh = sum(frozenset(pair) not in met for pair in drawn.tables)
        if entrants % 2 == 0:
            assert fresh == most_fresh(entrants, played)
        else:
            fewest = min(Counter({e: byes.count(e) for e in range(entrants)}).values())
            free = [entrant for entrant in range(entrants) if byes.count(entrant) == fewest]
            assert fresh == max(most_fresh(entrants, played, bye) for bye in free)


@pytest.mark.parametrize("entrants", [3, 5, 9])
def test_nobody_has_a_second_bye_before_everybody_has_had_one(entrants):
    byes = [drawn.bye for _, _, _, drawn in simulate(entrants, 2 * entrants, 7)]
    assert sorted(byes[:entrants]) == list(range(entrants))
    assert sorted(byes[entrants:]) == list(range(entrants))


def test_the_first_round_pairs_the_upper_half_with_the_lower():
    drawn = swiss(dict.fromkeys(range(6), 0))
    assert [tuple(sorted(pair)) for pair in drawn.tables] == [(0, 3), (1, 4), (2, 5)]


def test_winners_meet_winners():
    points = {0: 1, 1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0, 7: 0}
    played = [(0, 4), (1, 5), (2, 6), (3, 7)]
    assert {frozenset(pair) for pair in swiss(points, played).tables} == {
        frozenset(pair) for pair in [(0, 2), (1, 3), (4, 6), (5, 7)]
    }


def test_fractions_of_a_point_fall_into_groups_of_half_points():
    points = {0: 1.9, 1: 2.1, 2: 2.0, 3: 1.8, 4: 0.1, 5: 0.0}
    assert {frozenset(pair) for pair in swiss(points).tables} == {frozenset(p) for p in [(1, 0), (2, 3), (4, 5)]}


def test_the_bye_goes_to_the_lowest_without_one():
    points = {0: 2, 1: 1, 2: 1, 3: 0, 4: 0}
    assert swiss(points, byes=[4]).bye == 3
    assert swiss(points).bye == 4


def test_who_has_been_player_0_less_often_is_so_now():
    assert swiss({0: 0, 1: 0}, [(0, 1)]).tables == ((1, 0),)
    firsts = Counter(first for *_, drawn in simulate(20, 9, 3) for first, _ in drawn.tables)
    assert all(2 <= firsts[entrant] <= 7 for entrant in range(20))


def test_those_who_left_are_not_paired():
    drawn = swiss({0: 1, 2: 1, 5: 0}, [(0, 1), (2, 3)], [5])
    assert sorted([*drawn.tables[0], drawn.bye]) == [0, 2, 5]
    assert drawn.bye != 5


def test_a_large_field_has_no_rematch_in_twelve_rounds():
    pairs = [frozenset(pair) for *_, drawn in simulate(301, 12, 5) for pair in drawn.tables]
    assert len(set(pairs)) == len(pairs) == 12 * 150


def test_opponents_are_of_like_score():
    *_, (points, _, _, drawn) = simulate(200, 8, 11)
    gaps = [abs(points[a] - points[b]) for a, b in drawn.tables]
    assert sum(gaps) / len(gaps) < Fraction(1, 2)


def test_one_entrant_is_no_field():
    with pytest.raises(ValueError, match="at least 2 entrants, not 1"):
        swiss({0: 0})
