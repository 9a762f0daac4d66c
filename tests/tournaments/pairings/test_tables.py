from collections import Counter
from functools import cache
from itertools import combinations

import pytest

from tournaments.pairings import even_rounds, round_size, tables

drawn_for = cache(tables)  # the same question is asked by several tests
FIELDS = [(entrants, seats) for seats in range(3, 7) for entrants in range(seats, 13)]


def meetings(entrants, drawn):
    met = Counter(frozenset(pair) for round in drawn for table in round for pair in combinations(table, 2))
    return [met[frozenset(pair)] for pair in combinations(range(entrants), 2)]


def spread(numbers):
    return max(numbers) - min(numbers)


@pytest.mark.parametrize(("entrants", "seats"), FIELDS)
@pytest.mark.parametrize("rounds", [1, 4])
def test_in_a_round_everybody_plays_equally_often(entrants, seats, rounds):
    drawn = drawn_for(entrants, seats, rounds)
    count, each = round_size(entrants, seats)
    assert len(drawn) == rounds
    for tables_of_round in drawn:
        assert len(tables_of_round) == count
        assert all(len(table) == len(set(table)) == seats for table in tables_of_round)
        plays = Counter(entrant for table in tables_of_round for entrant in table)
        assert plays == dict.fromkeys(range(entrants), each)


@pytest.mark.parametrize(
    ("entrants", "seats", "size"),
    [(6, 4, (3, 2)), (8, 4, (2, 1)), (7, 4, (7, 4)), (9, 6, (3, 2)), (17, 4, (17, 4)), (150, 4, (75, 2))],
)
def test_a_round_is_the_fewest_tables_at_which_all_play_equally_often(entrants, seats, size):
    assert round_size(entrants, seats) == size
    count, each = size
    assert count * seats == entrants * each
    assert not any(fewer * seats % entrants == 0 for fewer in range(1, count))


@pytest.mark.parametrize(("entrants", "seats"), FIELDS)
def test_after_any_table_nobody_has_played_much_more_than_anybody_else(entrants, seats):
    plays = Counter(dict.fromkeys(range(entrants), 0))
    for tables_of_round in drawn_for(entrants, seats, 4):
        for table in tables_of_round:
            plays.update(table)
            assert spread(plays.values()) <= 2


@pytest.mark.parametrize("entrants", [4, 5, 7, 9, 17])
def test_bots_of_one_owner_are_kept_apart_where_the_field_allows_it(entrants):
    owners = {0: "ada", 1: "ada", 2: "", 3: ""}
    for rounds in (1, 2):
        drawn = tables(entrants, 3, rounds, owners=owners)
        together = sum({0, 1} <= set(table) for tables_of_round in drawn for table in tables_of_round)
        others = meetings(entrants, drawn)
        assert together <= (min(others) if entrants > 5 else max(others))


def test_a_field_of_one_owner_is_drawn_like_any_other():
    drawn = tables(6, 4, 1, owners=dict.fromkeys(range(6), "ada"))
    assert Counter(entrant for table in drawn[0] for entrant in table) == dict.fromkeys(range(6), 2)
    assert tables(4, 4, 2, owners=dict.fromkeys(range(4), "ada"))


@pytest.mark.parametrize(("entrants", "seats"), FIELDS)
@pytest.mark.parametrize("rounds", [1, 4])
def test_everybody_has_every_place_at_the_table_equally_often_within_one(entrants, seats, rounds):
    places = Counter(
        (entrant, place)
        for round in drawn_for(entrants, seats, rounds)
        for t in round
        for place, entrant in enumerate(t)
    )
    for entrant in range(entrants):
        assert spread([places[entrant, place] for place in range(seats)]) <= 1


@pytest.mark.parametrize(("entrants", "seats"), [field for field in FIELDS if even_rounds(*field)])
def test_after_even_rounds_every_pair_has_met_equally_often(entrants, seats):
    drawn = tables(entrants, seats, even_rounds(entrants, seats))
    assert spread(meetings(entrants, drawn)) == 0
    assert spread(Counter(entrant for round in drawn for table in round for entrant in table).values()) == 0


def test_known_designs_are_found():
    assert set(meetings(9, tables(9, 3, 4))) == {1}  # the affine plane of order 3
    assert set(meetings(16, tables(16, 4, 5))) == {1}  # the affine plane of order 4
    assert set(meetings(12, tables(12, 4, 11))) == {3}


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"), [(8, 3, 4), (8, 3, 7), (11, 3, 5), (9, 5, 2), (12, 4, 9), (10, 4, 10)]
)
def test_pairs_meet_equally_often_within_one_where_that_is_possible(entrants, seats, rounds):
    assert spread(meetings(entrants, tables(entrants, seats, rounds))) <= 1


@pytest.mark.parametrize(("entrants", "seats"), FIELDS)
def test_pairs_never_meet_very_unequally(entrants, seats):
    """Two rounds of two tables cannot avoid that some meet again; measured, the spread is 4 at worst."""
    for rounds in (1, 4):
        assert spread(meetings(entrants, drawn_for(entrants, seats, rounds))) <= 4


def brute_force(entrants, seats, count):
    """The least sum of squared meetings over all draws of so many tables at which all play equally often."""
    groups = list(combinations(range(entrants), seats))

    def search(left, met, played):
        if not left:
            even = spread([played[entrant] for entrant in range(entrants)]) <= 1
            return sum(count * count for count in met.values()) if even else 10**9
        best = 10**9
        for group in groups:
            met.update(combinations(group, 2))
            played.update(group)
            best = min(best, search(left - 1, met, played))
            met.subtract(combinations(group, 2))
            played.subtract(group)
        return best

    return search(count, Counter(), Counter())


@pytest.mark.parametrize(
    ("entrants", "seats", "rounds"), [(4, 3, 1), (5, 3, 1), (5, 4, 1), (6, 4, 1), (6, 5, 1)]
)
def test_small_fields_are_drawn_as_evenly_as_can_be(entrants, seats, rounds):
    found = sum(count * count for count in meetings(entrants, tables(entrants, seats, rounds)))
    assert found == brute_force(entrants, seats, rounds * round_size(entrants, seats)[0])


def test_a_contest_that_is_extended_stays_even():
    first = tables(9, 3, 4)
    assert set(meetings(9, [*first, *tables(9, 3, 4, played=first)])) == {2}
    first = tables(7, 3, 3)
    both = [*first, *tables(7, 3, 4, played=first)]
    assert spread(meetings(7, both)) <= 2
    assert spread(Counter(entrant for round in both for table in round for entrant in table).values()) == 0


@pytest.mark.parametrize(("entrants", "seats", "rounds"), [(6, 4, 15), (8, 3, 12), (9, 4, 10), (12, 4, 8)])
def test_so_does_one_that_grows_round_by_round(entrants, seats, rounds):
    drawn = []
    for _ in range(rounds):
        drawn += tables(entrants, seats, 1, drawn)
        played = Counter(dict.fromkeys(range(entrants), 0))
        played.update(entrant for round in drawn for table in round for entrant in table)
        assert spread(played.values()) <= 1
    assert spread(meetings(entrants, drawn)) <= 3


def test_who_left_is_no_trouble():
    """Rounds before may hold smaller tables: of those who are still there."""
    before = [((0, 1, 2), (3, 4)), ((0, 3), (1, 2, 4))]
    assert spread(meetings(5, [*before, *tables(5, 3, 4, before)])) <= 2


def test_a_large_field_does_not_meet_again_before_it_must():
    assert spread(meetings(100, tables(100, 4, 8))) == 1


def test_the_same_question_has_the_same_answer():
    assert tables(11, 4, 6) == tables(11, 4, 6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((3, 4, 1), "3 entrants do not fill a table of 4 seats"),
        ((8, 2, 1), "3 to 6 seats, not 2"),
        ((8, 7, 1), "3 to 6 seats, not 7"),
        ((8, 4, 0), "at least 1 round, not 0"),
    ],
)
def test_what_does_not_fit_is_named(arguments, message):
    with pytest.raises(ValueError, match=message):
        tables(*arguments)
