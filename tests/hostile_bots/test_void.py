"""A void match costs nobody anything, so who is about to lose would like one. No bot can bring it about.

The attack suite's layer "blame" has the ways that somebody thought of. Here are programs put together by chance, as
many as SATTI_HOSTILE_PROGRAMS says (1,000 in a campaign).
"""

import os
from pathlib import Path

import pytest
from django.conf import LazySettings

from bots import Limits, attacks
from games.match import FaultKind

PROGRAMS = int(os.environ.get("SATTI_HOSTILE_PROGRAMS", "40"))
CHANCE = Path(__file__).with_name("chance.py").read_text()
ANYTHING = (*FaultKind, "plays on")
OTHERS = ("void", "honest", "left behind", "safe", "GOT")


@pytest.mark.parametrize("number", range(PROGRAMS))
def test_a_program_made_by_chance_hurts_itself_only(number: int):
    result = attacks.run(attacks.Attack("blame", "chance", ANYTHING, f"NUMBER = {number}\n{CHANCE}"))
    hurt = [problem for problem in result.problems if any(word in problem for word in OTHERS)]
    assert not hurt, f"{hurt}\n--- its log\n{result.log[-3000:]}"


def test_a_bot_cannot_hold_up_a_match_or_a_check_until_it_is_given_up(settings: LazySettings):
    """Who gives up plays it again, and at last calls it void."""
    from arena.submissions.tasks import LIMITS as CHECK_LIMITS  # noqa: PLC0415  # Django must be set up

    assert Limits().longest_seconds < settings.MATCH_SECONDS
    assert CHECK_LIMITS.longest_seconds < settings.CHECK_LEASE_SECONDS
