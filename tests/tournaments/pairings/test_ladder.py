from collections import Counter

import pytest

from tournaments.pairings import Candidate, ladder


def settled(entrant, elo=1500, width=40.0, **more):
    return Candidate(entrant, elo * 1000, width, more.pop("matches", 100), **more)


def test_a_newcomer_plays_first():
    assert ladder([settled(0), settled(1), Candidate(2, 1_500_000), settled(3)])[0] == 2


def test_the_opponent_is_of_like_rating():
    assert ladder([settled(0, 1500, width=60), settled(1, 1900), settled(2, 1520), settled(3, 1100)]) == (0, 2)


def test_the_widest_interval_comes_first():
    assert ladder([settled(0), settled(1, width=90), settled(2, 1510)])[0] == 1


def test_fresh_opponents_go_before_those_met_often():
    field = [settled(0, width=60), settled(1, 1500), settled(2, 1530)]
    assert ladder(field) == (0, 1)
    assert ladder(field, met={(0, 1): 8}) == (0, 2)


def test_pending_matches_count_as_half_known():
    field = [Candidate(0, 1_500_000, pending=6), Candidate(1, 1_500_000), settled(2), settled(3)]
    assert ladder(field)[0] == 1


def test_bots_of_one_owner_meet_only_if_nobody_else_is_there():
    field = [settled(0, width=60, owner="ada"), settled(1, owner="ada"), settled(2, 2100, owner="bob")]
    assert ladder(field) == (0, 2)
    assert ladder(field[:2]) == (0, 1)


def test_no_owner_is_no_common_owner():
    assert ladder([settled(0, width=60), settled(1), settled(2, 2100)]) == (0, 1)


def test_a_table_is_filled_with_different_bots():
    field = [settled(number, 1400 + 20 * number) for number in range(9)]
    table = ladder(field, seats=4)
    assert len(set(table)) == 4


def test_over_time_all_meet_all_of_like_strength():
    """Intervals narrow as matches are played; nobody is starved, and pairs even out."""
    played: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(300):
        field = [
            Candidate(n, 1_500_000 + 10_000 * n, 350 / (1 + played[n]) ** 0.5 if played[n] else None, played[n])
            for n in range(6)
        ]
        a, b = sorted(ladder(field, met=met))
        met[a, b] += 1
        played.update((a, b))
    assert max(played.values()) - min(played.values()) <= 3
    assert min(met.values()) >= 10
    assert len(met) == 15


def test_too_few_bots_are_named():
    with pytest.raises(ValueError, match="2 bots on the ladder do not fill a table of 4 seats"):
        ladder([settled(0), settled(1)], seats=4)
