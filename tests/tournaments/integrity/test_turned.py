import itertools

import numpy as np
import pytest

from tournaments.integrity.turned import FEWEST_BOARDS, turned
from tournaments.results import MatchResult

SEAT = 0.15  # what sitting first is worth


def contest(seed, entrants=8, boards=30, gain=0.0, cheater="003", seats=2):
    """Everybody against everybody; the better a player's luck, its skill and its seat, the better its place. The games
    of a board share their luck by seat. The cheater gains so much in every rotation but the first."""
    rng = np.random.default_rng(seed)
    names = [f"{number:03}" for number in range(entrants)]
    skill = dict(zip(names, rng.normal(size=entrants) * 0.3, strict=True))
    results = []
    for players in itertools.combinations(names, seats):
        places = []
        for _ in range(boards):
            luck = rng.normal(size=seats) + SEAT * np.arange(seats)
            for rotation in range(seats):
                power = [
                    skill[name] + luck[(number + rotation) % seats] + rng.normal() * 0.5
                    + (gain if name == cheater and rotation else 0)
                    for number, name in enumerate(players)
                ]  # fmt: skip
                places.append(tuple(1 + sum(other > mine for other in power) for mine in power))
        results.append(MatchResult("-".join(players), players, tuple(places)))
    return results


@pytest.mark.parametrize("seats", [2, 3])
def test_honest_entrants_gain_nothing(seats):
    """At most about one contest in twenty has any below 5 %, and the intervals hold nothing."""
    contests = [turned(contest(seed, entrants=6, boards=12, seats=seats)) for seed in range(60)]
    assert sum(rows[0].chance < 0.05 for rows in contests) <= 8
    covered = [abs(row.gain) <= row.half_width for rows in contests for row in rows]
    assert 0.92 <= sum(covered) / len(covered) <= 0.99


@pytest.mark.parametrize("seats", [2, 3])
def test_who_knows_the_cards_with_the_seats_turned_is_found(seats):
    for seed in range(10):
        rows = turned(contest(seed, entrants=6, boards=60, gain=1.5, seats=seats))
        assert rows[0].entrant == "003"
        assert rows[0].chance < 0.001
        assert rows[0].gain - rows[0].half_width > 0
        assert rows[0].later - rows[0].first > 0.1
        assert all(row.gain < row.half_width for row in rows[1:])


def test_a_gain_is_given_with_its_boards_and_scores():
    (found,) = (row for row in turned(contest(1, entrants=5, boards=20)) if row.entrant == "002")
    assert found.boards == 4 * 20
    assert 0 <= found.first <= 1
    assert 0 <= found.later <= 1


def test_what_a_seat_is_worth_is_no_gain():
    """Who always sits first gains by sitting last in the later rotations, like all others who sit there."""
    rows = turned(contest(3, entrants=9, boards=40))
    assert abs(next(row for row in rows if row.entrant == "000").gain) < 0.1


def test_too_few_boards_say_nothing():
    assert turned([]) == []
    assert turned(contest(1, entrants=2, boards=200)) == []  # nobody else ever sat there
    assert turned(contest(1, entrants=3, boards=FEWEST_BOARDS // 3)) == []


def test_boards_that_all_came_out_alike_have_an_interval():
    same = [MatchResult(str(n), ("a", str(n)), ((1, 2), (1, 2)) * 12) for n in range(4)]
    assert [row for row in turned(same) if row.chance < 0.05] == []
