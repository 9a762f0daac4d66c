"""Who meets whom, in rows."""

from collections import Counter
from itertools import combinations

import pytest

from arena.contests.matches import adjudication
from arena.contests.schedule import drawing, rounds
from arena.contests.tournaments import lifecycle

pytestmark = pytest.mark.django_db


def tables(contest):
    found = {}
    for match, entry in contest.matches.order_by("number", "players__number").values_list(
        "pk", "players__entry__number"
    ):
        found.setdefault(match, []).append(entry)
    return list(found.values())


@pytest.mark.parametrize("bots", range(2, 10))
def test_in_a_round_robin_every_pair_meets_once_a_round(make_contest, bots):
    contest = make_contest(bots=bots, rounds=2)
    pairs = Counter(tuple(sorted(table)) for table in tables(contest))
    assert pairs == dict.fromkeys(combinations(range(bots), 2), 2)
    first = Counter(table[0] for table in tables(contest))
    assert set(first.values()) == {bots - 1}


def test_tables_seat_everybody_equally_often(make_contest):
    contest = make_contest(bots=6, game="badam-satti", preset="quick")
    played = Counter(entry for table in tables(contest) for entry in table)
    assert len(tables(contest)) == rounds.planned(contest=contest, rounds=1, entries=6) == 3
    assert played == dict.fromkeys(range(6), 2)
    assert contest.matches.values_list("key", flat=True)[2] == "1/3"


def test_tables_of_an_extended_contest_even_out_what_came_before(make_contest, making, organiser):
    contest = make_contest(bots=6, game="badam-satti", preset="quick", rounds=2)
    for _ in range(3):
        contest = making.draw(lifecycle.extend(contest=contest, by=organiser, rounds=1))
    met = Counter(pair for table in tables(contest) for pair in combinations(sorted(table), 2))
    assert sum(met.values()) == 5 * 3 * 6
    assert max(met.values()) - min(met[pair] for pair in combinations(range(6), 2)) <= 2
    assert Counter(entry for table in tables(contest) for entry in table) == dict.fromkeys(range(6), 10)


def test_a_swiss_draws_each_round_when_the_last_is_over(make_contest, play_all):
    contest = make_contest(bots=5, format="swiss", rounds=3)
    assert contest.matches.count() == 2
    play_all(contest)
    assert contest.state == "finished"
    assert Counter(contest.matches.values_list("round", flat=True)) == {1: 2, 2: 2, 3: 2}
    pairs = [tuple(sorted(table)) for table in tables(contest)]
    assert len(set(pairs)) == 6
    out = Counter(range(5))
    for pair in pairs:
        out.update(pair)
    assert sorted(out[entry] - 1 for entry in range(5)) == [2, 2, 2, 3, 3]


def test_swiss_points_count_byes_and_void_matches_as_a_half(make_contest, play_all, organiser):
    contest = make_contest(bots=3, format="swiss", rounds=1)
    adjudication.void(match=contest.matches.get(), by=organiser, reason="")
    inputs = drawing.read(contest=contest, first=2, last=2)
    assert set(inputs.points.values()) == {0.5}
    assert sorted(inputs.byes.values()) == [0, 0, 1]


def test_the_house_s_bots_count_as_strangers(house, make_contest, make_bot):
    bots = [house["saat-aath-random"], house["saat-aath-easy"], make_bot("ant"), make_bot("bee")]
    contest = make_contest(bots=bots)
    unrated = contest.matches.get(rated=False)
    assert {player.bot.name for player in unrated.players.all()} == {"ant", "bee"}
