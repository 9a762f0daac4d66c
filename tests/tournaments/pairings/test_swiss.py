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


def all_rounds(entrants, byes):
    """Every way to pair them, with every bye that is allowed."""

    def pairings(left):
        if not left:
            yield []
            return
        one, rest = left[0], left[1:]
        for other in rest:
            for more in pairings([e for e in rest if e != other]):
                yield [(one, other), *more]

    if len(entrants) % 2 == 0:
        yield from ((drawn, None) for drawn in pairings(entrants))
        return
    fewest = min(byes[entrant] for entrant in entrants)
    for bye in (entrant for entrant in entrants if byes[entrant] == fewest):
        yield from ((drawn, bye) for drawn in pairings([e for e in entrants if e != bye]))


def badness(pairs, bye, points, played, owners):
    """What a round is judged by, in order: rematches, pairs of one owner, whose bye, score differences."""
    group = {entrant: round(2 * points[entrant]) for entrant in points}
    met = Counter(frozenset(pair) for pair in played)
    return (
        sum(met[frozenset(pair)] for pair in pairs),
        sum(owners[a] == owners[b] != "" for a, b in pairs),
        0 if bye is None else group[bye],
        sum((group[a] - group[b]) ** 4 for a, b in pairs),
    )


@settings(max_examples=120, deadline=None)
@given(st.integers(2, 8), st.integers(0, 9), st.integers(0, 10**6))
def test_no_way_to_pair_up_to_eight_bots_is_better(entrants, rounds, seed):
    rng = random.Random(seed)
    owners = {entrant: rng.choice(["", "ada", "bob", "eve"]) for entrant in range(entrants)}
    *_, (points, played, byes, _) = simulate(entrants, rounds + 1, seed)
    drawn = swiss(points, played, Counter(byes), owners)
    given = badness(drawn.tables, drawn.bye, points, played, owners)
    every = all_rounds(list(range(entrants)), Counter(byes))
    assert given == min(badness(pairs, bye, points, played, owners) for pairs, bye in every)


@pytest.mark.parametrize("entrants", [3, 5, 7, 9, 17])
@pytest.mark.parametrize("rounds", [1, 3, 9, 15])
def test_byes_are_even_for_any_field_and_number_of_rounds(entrants, rounds):
    byes = Counter(dict.fromkeys(range(entrants), 0))
    byes.update(drawn.bye for *_, drawn in simulate(entrants, rounds, 5))
    assert byes.total() == rounds
    assert max(byes.values()) - min(byes.values()) <= 1


def test_byes_may_be_counts():
    assert swiss({0: 1, 1: 1, 2: 0}, byes={2: 3, 1: 2, 0: 3}).bye == 1


def test_a_leader_does_not_meet_the_last_while_nearer_opponents_are_left():
    points = {0: 4, 1: 3, 2: 2, 3: 2, 4: 1, 5: 0}
    played = [(0, 1), (2, 4), (3, 5), (1, 2)]
    assert all(abs(points[a] - points[b]) <= 2 for a, b in swiss(points, played).tables)


def test_bots_of_one_owner_are_kept_apart_where_the_field_allows_it():
    points = dict.fromkeys(range(6), 1)
    owners = {0: "ada", 3: "ada", 1: "bob", 4: "bob", 2: "", 5: ""}
    assert not any(owners[a] == owners[b] != "" for a, b in swiss(points, owners=owners).tables)
    assert swiss({0: 1, 1: 0}, owners={0: "ada", 1: "ada"}).tables == ((0, 1),)


def test_the_nearest_are_enough_for_a_large_field_and_give_way_where_they_are_not():
    """Everybody has met the whole upper half of the field: what is left lies far away."""
    points = {entrant: 60 - entrant for entrant in range(60)}
    played = [(a, b) for a in range(60) for b in range(a + 1, 60) if b - a < 25]
    met = {frozenset(pair) for pair in played}
    drawn = swiss(points, played)
    assert not any(frozenset(pair) in met for pair in drawn.tables)


def test_the_same_question_has_the_same_answer():
    *_, (points, played, byes, drawn) = simulate(41, 6, 2)
    assert swiss(dict(reversed(points.items())), played, byes) == drawn
