from collections import Counter
from itertools import combinations

import pytest

from tournaments.pairings import round_robin


@pytest.mark.parametrize("entrants", range(2, 10))
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_every_pair_meets_once_a_round(entrants, rounds):
    drawn = round_robin(entrants, rounds)
    assert len(drawn) == rounds
    for pairs in drawn:
        assert sorted(tuple(sorted(pair)) for pair in pairs) == list(combinations(range(entrants), 2))


@pytest.mark.parametrize("entrants", range(2, 10))
@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_everybody_is_player_0_as_often_as_player_1_within_one(entrants, rounds):
    firsts = Counter(first for pairs in round_robin(entrants, rounds) for first, _ in pairs)
    seconds = Counter(second for pairs in round_robin(entrants, rounds) for _, second in pairs)
    assert all(abs(firsts[entrant] - seconds[entrant]) <= 1 for entrant in range(entrants))


@pytest.mark.parametrize("entrants", [6, 7, 20, 31])
def test_all_have_played_about_equally_often_at_any_time(entrants):
    played = Counter(dict.fromkeys(range(entrants), 0))
    for pair in round_robin(entrants)[0]:
        played.update(pair)
        assert max(played.values()) - min(played.values()) <= 2


def test_a_field_of_200_has_19_900_matches():
    (pairs,) = round_robin(200)
    assert len(pairs) == len({frozenset(pair) for pair in pairs}) == 19_900


def test_too_small_a_field_is_an_error():
    with pytest.raises(ValueError, match="at least 2 entrants, not 1"):
        round_robin(1)
    with pytest.raises(ValueError, match="at least 1 round, not 0"):
        round_robin(3, 0)
