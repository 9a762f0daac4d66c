"""Which contests are rated."""

import pytest

from bots import Limits
from tournaments.ratings.rated import (
    BY_PAIRS,
    HOUSE,
    OWNER,
    SETTING,
    WHOLE,
    Player,
    all_pairs,
    limited_pairs,
    rated_pairs,
    why_unrated,
)


def test_a_preset_under_the_standard_limits_or_wider_ones_is_rated():
    limits = Limits()
    assert why_unrated("classic", limits.action_seconds, limits.memory_mb) == ""
    assert why_unrated("classic", 10, 2048) == ""


@pytest.mark.parametrize(
    ("contest", "why"),
    [
        (("", 1.0, 256), "the options are no preset's"),
        (("classic", 0.05, 256), "the CPU time per action, 0.05 s, is below the standard 1 s"),
        (("classic", 1.0, 64), "the memory, 64 MB, is below the standard 256 MB"),
    ],
)
def test_what_is_not_rated_says_why(contest, why):
    assert why_unrated(*contest) == why


STRANGERS = [Player("ada", OWNER), Player("bob", SETTING), Player("", HOUSE), Player("", OWNER)]


def test_pairs_of_different_owners_who_agreed_count():
    table = [Player("ada", OWNER), Player("ada", OWNER), Player("bob", ""), Player("", HOUSE)]
    assert rated_pairs(BY_PAIRS, STRANGERS) == all_pairs(4)
    assert rated_pairs(BY_PAIRS, table) == ((0, 3), (1, 3))
    assert rated_pairs(BY_PAIRS, [Player("ada", OWNER), Player("ada", OWNER), Player("bob", OWNER)]) == ((0, 2), (1, 2))


def test_the_first_rule_rates_all_or_nobody_and_asks_nobody():
    assert rated_pairs(WHOLE, [Player("ada", ""), Player("bob", ""), Player("", "")]) == all_pairs(3)
    assert rated_pairs(WHOLE, [Player("ada", ""), Player("ada", ""), Player("bob", "")]) == ()


def test_the_limit_is_that_of_who_plays_against_the_house():
    table = [Player("ada", OWNER), Player("", HOUSE), Player("", HOUSE), Player("", OWNER)]
    limited = limited_pairs(table, all_pairs(4))
    assert limited == {(0, 1): (0,), (0, 2): (0,), (1, 2): (1, 2), (1, 3): (1, 3), (2, 3): (2, 3)}
