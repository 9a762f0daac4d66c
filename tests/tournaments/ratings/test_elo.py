import math
from fractions import Fraction
from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.ratings import elo
from tournaments.results import MatchResult

RATING = st.integers(-500_000, 4_000_000)


@st.composite
def matches(draw, most=6):
    """Ratings of a table and places in its games."""
    players = draw(st.integers(2, most))
    ratings = draw(st.lists(RATING, min_size=players, max_size=players))
    place = st.lists(st.integers(1, players), min_size=players, max_size=players).map(tuple)
    return ratings, draw(st.lists(place, min_size=1, max_size=12))


@given(matches())
def test_changes_sum_to_exactly_zero(match):
    assert sum(elo.changes(*match)) == 0


@given(matches(most=5), st.randoms(use_true_random=False))
def test_the_order_of_the_players_plays_no_part(match, random):
    ratings, places = match
    order = list(range(len(ratings)))
    random.shuffle(order)
    before = elo.changes(ratings, places)
    after = elo.changes([ratings[p] for p in order], [[game[p] for p in order] for game in places])
    assert after == [before[p] for p in order]


def test_every_order_of_four_level_players_gives_the_same_changes():
    places = [(1, 2, 3, 3), (2, 1, 4, 3), (4, 1, 1, 3)]
    before = elo.changes([1_500_000] * 4, places)
    for order in permutations(range(4)):
        assert elo.changes([1_500_000] * 4, [[game[p] for p in order] for game in places]) == [before[p] for p in order]


@given(RATING, st.integers(2, 6), st.integers(1, 5))
def test_level_results_between_equals_change_nothing(rating, players, games):
    assert elo.changes([rating] * players, [(1,) * players] * games) == [0] * players


@given(RATING, RATING, RATING, st.lists(st.sampled_from([(1, 2, 2), (2, 1, 1), (1, 1, 1), (3, 1, 1)]), min_size=1))
def test_players_with_equal_ratings_and_results_change_equally(own, theirs, third, places):
    changes = elo.changes([own, theirs, theirs], places)
    assert changes[1] == changes[2]


def test_two_players_follow_elos_formula():
    winner, loser = elo.changes([1_600_000, 1_400_000], [(1, 2), (1, 2)])
    assert winner == round(32_000 * (1 - 1 / (1 + 10 ** (-200 / 400))))
    assert loser == -winner


def test_a_match_moves_no_more_than_k_however_many_games_it_has():
    assert elo.changes([1_500_000, 1_500_000], [(1, 2)] * 40, k=20) == [10_000, -10_000]


def test_a_table_moves_a_rating_as_much_as_a_match_of_two():
    assert elo.changes([1_500_000] * 2, [(1, 2)])[0] == 16_000
    for seats in range(3, 7):  # each of the seats - 1 pairs is rounded to a thousandth of a point
        places = [(1,) + (2,) * (seats - 1)]
        assert abs(elo.changes([1_500_000] * seats, places)[0] - 16_000) <= (seats - 1) / 2


@given(st.integers(0, 5_000_000))
def test_the_expected_score_is_the_logistic_curve(lead):
    assert math.isclose(elo.edge(lead) + 0.5, 1 / (1 + 10 ** (-lead / 400_000)), rel_tol=1e-10)
    assert elo.edge(-lead) == -elo.edge(lead)


def test_a_gulf_between_ratings_is_no_overflow():
    assert elo.changes([10**9, -(10**9)], [(1, 2)]) == [0, 0]
    assert elo.changes([10**9, -(10**9)], [(2, 1)]) == [-32_000, 32_000]


def test_the_fold_rates_in_the_order_given_and_keeps_what_it_did():
    results = [
        MatchResult("1/1", ("a", "b"), ((1, 2), (1, 2))),
        MatchResult("1/2", ("b", "c"), ((1, 2), (2, 1))),
        MatchResult("1/3", ("c", "a"), ((1, 2), (1, 1))),
    ]
    ratings = {"c": 1_700_000}
    steps = list(elo.fold(results, ratings))
    assert [step.result.key for step in steps] == ["1/1", "1/2", "1/3"]
    assert steps[0].old == (elo.START, elo.START)
    assert steps[0].new == (1_516_000, 1_484_000)
    assert steps[1].old == (1_484_000, 1_700_000)
    assert steps[2].old == (steps[1].new[1], steps[0].new[0])
    assert ratings == {"a": steps[2].new[1], "b": steps[1].new[0], "c": steps[2].new[0]}
    assert sum(ratings.values()) == 2 * elo.START + 1_700_000


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), st.booleans()), max_size=40))
def test_folding_in_two_parts_is_folding_at_once(games):
    results = [
        MatchResult(str(number), (a, b), ((1, 2), (1, 2)) if first else ((1, 1), (2, 1)))
        for number, (a, b, first) in enumerate(games)
        if a != b
    ]
    whole: dict[str, int] = {}
    parts: dict[str, int] = {}
    list(elo.fold(results, whole))
    list(elo.fold(results[:7], parts))
    list(elo.fold(results[7:], parts))
    assert parts == whole
    assert sum(whole.values()) == elo.START * len(whole)


def test_ratings_of_a_long_contest_find_the_difference_in_strength():
    """75 % of the points are 191 Elo; the rating swings about that as K lets it."""
    ratings: dict[str, int] = {}
    win, level = ((1, 2), (1, 2)), ((1, 1), (1, 1))
    results = [MatchResult(str(number), ("a", "b"), win if number % 2 else level) for number in range(400)]
    list(elo.fold(results, ratings))
    expected = 400 * math.log10(Fraction(3, 4) / Fraction(1, 4))
    assert abs((ratings["a"] - ratings["b"]) / 1000 - expected) < 16


def test_only_the_pairs_that_count_move_ratings_and_each_as_much_as_ever():
    places = [(1, 2, 3, 4), (2, 1, 4, 3), (1, 4, 2, 3), (4, 3, 1, 2)]
    ratings = [1_512_345, 1_480_001, 1_600_000, 1_390_777]
    by_pair = [elo.changes(ratings, places, pairs=[pair]) for pair in combinations(range(4), 2)]
    assert elo.changes(ratings, places) == [sum(moved) for moved in zip(*by_pair, strict=True)]
    assert elo.changes(ratings, places, pairs=[(0, 3)]) == by_pair[2]
    assert by_pair[2][1:3] == [0, 0]
    assert by_pair[2][0] == -by_pair[2][3] != 0
    assert elo.changes(ratings, places, pairs=[]) == [0] * 4
