"""What duplicate boards are for, on real games; docs/ratings.md has the factors of larger runs."""

import pytest

from bench.duplicates import measure


@pytest.mark.parametrize("against", ["random", "easy"])
def test_duplicate_boards_narrow_the_interval_at_equal_numbers_of_games(against):
    """Luck of the deal cancels; between two players who always do the same, all of it does."""
    if against == "random":
        found = measure("saat-aath", "classic", ("easy", "random"), 600)
        assert found.factor - 2 * found.error > 1.05
        assert found.factor < 1.4
        assert found.duplicate < found.single
    else:
        found = measure("saat-aath", "classic", ("normal", "easy"), 150)
        assert found.factor > 1.1


def test_where_the_better_nearly_always_wins_there_is_no_luck_to_cancel():
    assert measure("saat-aath", "78", ("easy", "random"), 60).factor < 1.25
