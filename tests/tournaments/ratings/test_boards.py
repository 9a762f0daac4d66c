import numpy as np
import pytest

from tests.tournaments.synthetic import pairs, tournament
from tournaments.ratings import boards as counting
from tournaments.ratings.boards import count
from tournaments.ratings.fit import pair_sums
from tournaments.results import MatchResult, half_points


def sums(boards):
    wins, games = pair_sums(boards, boards.counts[None, :].astype(float))
    names = [(boards.players[a], boards.players[b]) for a, b in boards.pairs]
    return {pair: (wins[0, at], games[0, at]) for at, pair in enumerate(names)}


def test_equal_boards_are_one_unit_with_its_count():
    result = MatchResult("1/1", ("b", "a"), ((1, 2), (2, 1)) * 3 + ((1, 2), (1, 2)))
    boards = count([result])
    assert boards.players == ("a", "b")
    assert sorted(boards.counts) == [1, 3]
    assert sums(boards) == {("a", "b"): (3, 8)}
    assert boards.total == 4


@pytest.mark.parametrize(
    ("entrants", "table", "seats"), [(5, pairs(5), 2), (6, [(0, 3, 5, 1), (2, 1, 3, 4), (5, 4, 0, 2)], 4)]
)
def test_no_result_is_lost(entrants, table, seats):
    results = tournament([0.1 * n for n in range(entrants)], table, 9, np.random.default_rng(3))
    boards = count(results)
    assert boards.seats == seats
    wins: dict[tuple[str, str], float] = {}
    games: dict[tuple[str, str], int] = {}
    for result in results:
        for a, one in enumerate(result.players):
            for b, other in enumerate(result.players):
                if one < other:
                    wins[one, other] = wins.get((one, other), 0) + half_points(result.places, a, b) / 2
                    games[one, other] = games.get((one, other), 0) + len(result.places)
    assert sums(boards) == {pair: (wins[pair], games[pair]) for pair in wins}
    played = [sum(result.boards for result in results if player in result.players) for player in boards.players]
    assert list(boards.boards_of()) == played


def test_the_order_of_results_and_players_plays_no_part():
    results = tournament([0.3, 0, -0.2], [(0, 1, 2)], 20, np.random.default_rng(1))
    turned = [MatchResult(r.key, r.players[::-1], tuple(game[::-1] for game in r.places)) for r in reversed(results)]
    first, second = count(results), count(turned)
    assert np.array_equal(first.wins, second.wins)
    assert np.array_equal(first.counts, second.counts)


def test_many_boards_are_taken_together_in_blocks(monkeypatch):
    results = tournament([0.4, 0, -0.1, 0.2], [(0, 1, 2), (1, 2, 3), (0, 2, 3)], 300, np.random.default_rng(5))
    whole = count(results)
    monkeypatch.setattr(counting, "UNITS", 60)
    blocks = count(results)
    assert len(whole.counts) > 60 >= len(blocks.counts)
    assert sums(blocks) == sums(whole)
    assert blocks.total == whole.total == 900
    assert max(blocks.boards) - min(blocks.boards) <= 1
    assert list(blocks.boards_of()) == list(whole.boards_of())


def test_no_results_and_mixed_tables_are_errors():
    with pytest.raises(ValueError, match="no results to count"):
        count([])
    two, three = MatchResult("1", ("a", "b"), ((1, 2),) * 2), MatchResult("2", ("a", "b", "c"), ((1, 2, 3),) * 3)
    with pytest.raises(ValueError, match="results of 2 and 3 players cannot be counted together"):
        count([two, three])
