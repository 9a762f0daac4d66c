import numpy as np
import pytest

from tests.tournaments.synthetic import pairs, tournament
from tournaments.integrity.collusion import surprises
from tournaments.results import MatchResult

LOSS = ((2, 1), (2, 1))


def honest(seed, entrants=8, boards=10):
    rng = np.random.default_rng(seed)
    return tournament(rng.normal(size=entrants) * 0.5, pairs(entrants), boards, rng, draws=0.3)


def test_honest_contests_are_left_alone():
    reported = sum(bool(surprises(honest(seed))) for seed in range(120))
    assert reported <= 12  # 5 % of 120 are 6; more than 12 would happen once in a hundred times


def test_who_loses_on_purpose_to_a_friend_is_found():
    found = 0
    for seed in range(30):
        results = [MatchResult(r.key, r.players, LOSS * 10) if r.players == ("002", "005") else r for r in honest(seed)]
        for pair in surprises(results):
            if (pair.first, pair.second) == ("002", "005"):
                assert (pair.boards, pair.score) == (10, 0)
                assert pair.expected > 0.1
                assert pair.chance < 0.05
                found += 1
    assert found > 20


def test_a_pair_that_is_all_there_is_cannot_surprise():
    assert surprises([MatchResult("1", ("a", "b"), LOSS * 50)]) == []


LEVEL_BOARD, LOST_BOARD, SPLIT_BOARD = ((1, 1), (1, 1)), LOSS, ((1, 2), (2, 1))
FIELDS = {
    "one pair": [("a", "b")],
    "one pair twice": [("a", "b"), ("b", "a")],
    "three that all meet": [("a", "b"), ("a", "c"), ("b", "c")],
    "a chain": [("a", "b"), ("b", "c"), ("c", "d")],
    "two pairs that never meet": [("a", "b"), ("c", "d")],
}


@pytest.mark.parametrize("boards", [1, 2, 50, 5000])
@pytest.mark.parametrize("board", [LEVEL_BOARD, LOST_BOARD, SPLIT_BOARD], ids=["level", "lost", "split"])
@pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
def test_fields_without_any_variance_have_no_surprises_and_divide_nothing_by_nothing(field, board, boards):
    results = [MatchResult(str(number), players, board * boards) for number, players in enumerate(field)]
    with np.errstate(all="raise", under="ignore"):
        assert surprises(results) == []


def test_one_pair_that_differs_in_a_field_without_variance_is_found():
    names = "abcdefgh"
    meetings = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    results = [
        MatchResult(str(number), players, (LOST_BOARD if players == ("a", "b") else LEVEL_BOARD) * 20)
        for number, players in enumerate(meetings)
    ]
    with np.errstate(all="raise", under="ignore"):
        assert [(pair.first, pair.second) for pair in surprises(results)][:1] == [("a", "b")]


@pytest.mark.parametrize("seats", [3, 6])
def test_tables_without_any_variance_divide_nothing_by_nothing(seats):
    level, order = (1,) * seats, tuple(range(1, seats + 1))
    with np.errstate(all="raise", under="ignore"):
        assert surprises([MatchResult("1", tuple("abcdef"[:seats]), (level,) * seats * 20)]) == []
        assert surprises([MatchResult("1", tuple("abcdef"[:seats]), (order,) * seats)]) == []


def test_the_likeliest_explanation_comes_first_and_the_level_counts():
    results = [MatchResult(r.key, r.players, LOSS * 10) if r.players == ("000", "001") else r for r in honest(4)]
    everything = surprises(results, level=1.01)
    assert [pair.chance for pair in everything] == sorted(pair.chance for pair in everything)
    assert surprises(results, level=0) == []


@pytest.mark.parametrize("seats", [3, 4])
def test_tables_are_judged_by_their_pairs(seats):
    """Honest ones are left alone; one who always lets one friend win is found."""
    rng = np.random.default_rng(seats)
    honest_reported, found = 0, 0
    for _ in range(30):
        table = [tuple(rng.permutation(6)[:seats].tolist()) for _ in range(40)]
        results = tournament([0.2, 0.0, -0.2, 0.1, 0.4, 0.0], table, 3, rng)
        honest_reported += bool(surprises(results))
        bent = [let_win(result, "000", "001") for result in results]
        found += ("000", "001") in [(pair.first, pair.second) for pair in surprises(bent)]
    assert honest_reported <= 5
    assert found >= 25


def let_win(result, loser, friend):
    """The two change places wherever `loser` was ahead."""
    if not {loser, friend} <= set(result.players):
        return result
    at, other = result.players.index(loser), result.players.index(friend)
    places = [list(game) for game in result.places]
    for game in places:
        game[at], game[other] = max(game[at], game[other]), min(game[at], game[other])
    return MatchResult(result.key, result.players, tuple(map(tuple, places)))
