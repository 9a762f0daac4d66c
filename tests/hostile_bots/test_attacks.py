"""Every attack of the suite ends in its verdict, harms nobody beside it and leaves nothing behind."""

import pytest

from bots import attacks


@pytest.mark.parametrize("attack", attacks.attacks(), ids=lambda attack: f"{attack.layer}: {ascii(attack.name)[1:-1]}")
def test_the_sandbox_holds(attack: attacks.Attack):
    result = attacks.run(attack)
    assert result.held, f"{result.problems}\n--- its log\n{result.log[-3000:]}"
