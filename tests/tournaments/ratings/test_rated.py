"""Which contests are rated."""

import pytest

from bots import Limits
from tournaments.ratings.rated import why_unrated


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
