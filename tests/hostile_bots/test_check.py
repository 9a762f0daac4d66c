"""The check of a hostile upload: a verdict with a reason that may be shown, never a failure of the platform."""

import pytest

import bots
import games
from bots import attacks
from bots.attacks import runner
from bots.check import REASONS
from bots.log import safe

PARTS = (
    "while it is loaded",
    "an end by exit",
    "reported",
    "an exception",
    "no usable class",
    "a reason with",
    "flood",
)
CHECKED = [a for a in attacks.attacks() if not a.upload and any(part in a.name for part in PARTS)]


@pytest.mark.parametrize("attack", CHECKED, ids=lambda attack: ascii(attack.name)[1:-1])
def test_a_hostile_upload_fails_with_a_reason(attack: attacks.Attack):
    verdict = bots.check(runner.source(attack), games.load("saat-aath"), runner.LIMITS)
    assert not verdict.ok
    assert verdict.kind in REASONS
    assert verdict.reason.startswith(REASONS[verdict.kind])
    assert safe(verdict.reason + verdict.log) == verdict.reason + verdict.log
    assert len(verdict.reason) < 5000
    assert len(verdict.log) < 100_000
