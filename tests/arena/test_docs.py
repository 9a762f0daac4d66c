"""The documentation's programs do what it says: each whole bot in it plays both games without a fault."""

import re
from typing import Any

import pytest

import bots
import games
from arena import pages
from bots.limits import ANSWER_BYTES, FILES, LOG_BYTES, MB, UNPACKED_BYTES, Limits

BLOCKS = re.findall(r"```python\n(.*?)```", (pages.DOCS / "writing-a-bot.md").read_text(), re.DOTALL)
WHOLE = [block for block in BLOCKS if "return" in block]


def test_the_guide_has_two_whole_bots() -> None:
    assert len(WHOLE) == 2


@pytest.mark.parametrize("game_name", ["saat-aath", "badam-satti"])
@pytest.mark.parametrize("source", WHOLE)
def test_a_bot_of_the_guide_plays_without_a_fault(source: str, game_name: str) -> None:
    space: dict[str, Any] = {}
    exec(source, space)
    game = games.load(game_name, **({"rounds": 1, "players": 3} if game_name == "badam-satti" else {}))
    match = bots.Match(game, boards=1, action_seconds=1, match_seconds=300, memory_mb=256, seed=1)
    bot = space["Bot"](match) if "__init__" in source else space["Bot"]()
    state = game.start("9f2c", 0)
    for _ in range(6):
        if state.to_act is None:
            break
        view = state.view(state.to_act)
        action = bot.act(view)
        assert action in view.legal_actions
        state.apply(action)


def test_the_guide_names_real_attributes_of_a_view() -> None:
    text = (pages.DOCS / "writing-a-bot.md").read_text()
    views = [games.load(name).start("9f2c", 0).view(0) for name in games.names()]
    for name in set(re.findall(r"`view\.(\w+)", text)):
        assert all(hasattr(view, name) for view in views), name


def test_the_limits_page_has_the_sandbox_s_numbers() -> None:
    text, limits = (pages.DOCS / "sandbox-limits.md").read_text(), Limits()
    assert f"| memory of a process | {limits.memory_mb} MB" in text
    assert f"| CPU time in a match | {limits.match_seconds:.0f} seconds" in text
    assert f"| CPU time to load, for each seat | {limits.start_seconds:.0f} seconds" in text
    assert f"| CPU time for an action | {limits.action_seconds:.0f} second;" in text
    assert f"{FILES} files and {UNPACKED_BYTES // MB} MB unpacked" in text
    assert f"| an answer | {ANSWER_BYTES // 1024} KB" in text
    assert f"{limits.output_bytes // MB} MB; the log keeps {LOG_BYTES // 1024} KB" in text
