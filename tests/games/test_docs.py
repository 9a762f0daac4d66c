"""docs/exact-rules.md, docs/replay.md and docs/adding-a-game.md speak of the code as it is."""

import json
import re
from pathlib import Path

import pytest

import games
from games import match, replay
from games.players import load

ROOT = Path(__file__).parent.parent.parent
RULES = (ROOT / "docs/exact-rules.md").read_text()
REPLAY = (ROOT / "docs/replay.md").read_text()
ADDING = (ROOT / "docs/adding-a-game.md").read_text()


@pytest.mark.parametrize("name", games.names())
def test_every_option_and_preset_is_in_the_rules(name: str) -> None:
    for spec in games.option_specs(name):
        row = re.search(rf"^\| `{spec.name}` \|(.*)$", RULES, re.MULTILINE)
        assert row, spec.name
        default = "none" if spec.default is None else str(spec.default).lower()
        assert default in row[1].split("|")[0]
    for preset in games.presets(name):
        assert f"`{preset}`" in RULES


def test_the_example_of_a_replay_has_the_keys_of_one() -> None:
    example = json.loads(re.search(r"```json\n(.*?)```", REPLAY, re.DOTALL)[1])  # type: ignore[index]
    game = games.load("saat-aath")
    doc = match.play(game, [load("random", game, seed=n) for n in range(2)], seed="0", boards=1)
    written = json.loads(replay.dumps(doc))
    assert list(example) == list(written)
    assert list(example["games"][0]) == list(written["games"][0])
    assert list(example["games"][0]["deals"][0]) == list(written["games"][0]["deals"][0])
    assert list(example["options"].items()) == list(game.options.items())


def test_every_kind_of_fault_is_named() -> None:
    assert all(f"`{kind}`" in REPLAY for kind in match.FaultKind)


def test_the_files_that_adding_a_game_names_exist() -> None:
    for path in re.findall(r"`((?:games|tests|docs)/[\w/.]+\.(?:py|md))`", ADDING):
        assert (ROOT / path).exists(), path
    assert re.findall(r"^1\. Copy \[`(.*?)`\]", ADDING, re.MULTILINE) == ["tests/games/outside/satti_high_card.py"]
