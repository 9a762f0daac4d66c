"""Every attack on the shelf ends in its verdict, harms nobody beside it and leaves nothing behind."""

import pytest

from bots import shelf


@pytest.mark.parametrize("attack", shelf.attacks(), ids=lambda attack: f"{attack.layer}: {ascii(attack.name)[1:-1]}")
def test_the_sandbox_holds(attack: shelf.Attack):
    result = shelf.run(attack)
    assert result.held, f"{result.problems}\n--- its log\n{result.log[-3000:]}"
