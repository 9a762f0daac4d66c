"""`satti play`: matches from the command line."""

import json
import re
from pathlib import Path

import pytest

from tests.arena.cli.satti import VECTORS, satti, satti_alone

MATCH = ("builtin/easy", "builtin/random", "--game", "saat-aath", "--boards", "3", "--seed", "9f2c")


def test_the_same_seed_gives_the_same_match(tmp_path: Path) -> None:
    first, second = tmp_path / "1.json", tmp_path / "2.json"
    satti("play", *MATCH, "--replay", first, code=0)
    satti("play", *MATCH, "--replay", second, code=0)
    assert first.read_bytes() == second.read_bytes()
    satti("replay", first, code=0)


def test_scores_and_seed_are_printed() -> None:
    out = satti("play", *MATCH, code=0).out
    assert "seed 9f2c" in out
    assert "builtin/easy" in out
    assert "3 boards, 6 games" in out


def test_json_is_for_programs() -> None:
    result = json.loads(satti("play", *MATCH, "--json", code=0).out)
    assert [player["name"] for player in result["players"]] == ["builtin/easy", "builtin/random"]
    assert sum(player["score"] for player in result["players"]) == pytest.approx(1)
    assert (result["seed"], result["boards"], result["games"], result["faults"]) == ("9f2c", 3, 6, [])


def test_options_override_the_preset() -> None:
    words = ("builtin/random", "builtin/random", "-g", "saat-aath", "--preset", "78", "--boards", "1", "--json")
    options = json.loads(satti("play", *words, "--set", "target=3", "--set", "reveal=after_trick", code=0).out)[
        "options"
    ]
    assert (options["target"], options["reveal"], options["sevens"]) == (3, "after_trick", "plain")
    options = json.loads(satti("play", *words, "--set", "target=none", "--set", "deals=1", code=0).out)["options"]
    assert options["target"] is None


def test_an_uploads_fault_is_shown_with_its_traceback(tmp_path: Path) -> None:
    bot = tmp_path / "sly.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        return 1 // 0\n")
    out = satti("play", bot, "builtin/random", "-g", "saat-aath", "--boards", "2", code=0).out
    assert re.search(r"^game 1, deal 1, action [123]: fault of sly: crash$", out, re.MULTILINE)  # counted from 1
    assert "ZeroDivisionError" in out


def test_a_bot_is_named_by_its_file_or_its_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "ada" / "bot.py", tmp_path / "ada" / "greedy.py"):
        path.parent.mkdir(exist_ok=True)
        path.write_text("class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n")
    words = (tmp_path / "ada" / "bot.py", tmp_path / "ada" / "greedy.py", "-g", "saat-aath", "--boards", "1", "--json")
    names = [player["name"] for player in json.loads(satti("play", *words, code=0).out)["players"]]
    assert names == ["ada", "greedy"]


def test_bots_of_the_same_name_are_told_apart_in_the_table_in_json_and_in_the_replay(tmp_path: Path) -> None:
    paths = [tmp_path / folder / "greedy.py" for folder in ("one/bots", "two/bots")]
    for path in paths:
        path.parent.mkdir(parents=True)
        path.write_text("class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n")
    words = (*paths, paths[1], "builtin/easy", "builtin/easy", "-g", "badam-satti", "--set", "players=5")
    words += ("--set", "rounds=1", "--boards", "1")
    names = ["one/bots/greedy", "two/bots/greedy (1)", "two/bots/greedy (2)", "builtin/easy (1)", "builtin/easy (2)"]
    result = json.loads(satti("play", *words, "--json", code=0).out)
    assert [player["name"] for player in result["players"]] == names
    assert [player["bot"] for player in result["players"]][:2] == [str(path) for path in paths[:2]]
    replay = tmp_path / "replay.json"
    out = satti("play", *words, "--replay", replay, code=0).out
    assert all(out.count(name) == 1 for name in names)
    assert json.loads(replay.read_text())["players"] == names


def test_a_bot_whose_file_has_an_odd_name_plays(tmp_path: Path) -> None:
    bot = tmp_path / "a\n\udcff♠\x1b[2J.py"
    bot.write_text("class Bot:\n    def act(self, view):\n        return 1 // 0\n")
    replay = tmp_path / "replay.json"
    done = satti_alone("play", bot, "builtin/random", "-g", "saat-aath", "--boards", "1", "--replay", replay, code=0)
    assert "a\ufffd\ufffd♠\ufffd[2J" in done.out
    satti_alone("replay", replay, code=0)


GAME = ("--game", "saat-aath")
PAIR = ("builtin/easy", "builtin/easy", *GAME)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("nowhere.py", "builtin/easy", *GAME), "nowhere.py: No such file"),
        ((VECTORS, "builtin/easy", *GAME), "Is a directory"),
        (("builtin/deep", "builtin/easy", *GAME), "builtin/random, builtin/easy"),
        (("builtin/easy", *GAME), "for 2 players, not 1"),
        (("builtin/easy", "builtin/easy", "builtin/easy", "--game", "badam-satti"), "--set players=N"),
        (("builtin/easy", "builtin/easy", "--game", "chess"), "saat-aath, badam-satti"),
        ((*PAIR, "--preset", "fast"), "classic"),
        ((*PAIR, "--set", "deals=x"), "deals"),
        ((*PAIR, "--set", "speed=1"), "speed"),
        ((*PAIR, "--set", "deals"), "OPTION=VALUE"),
        ((*PAIR, "--seed", "XYZ"), "0-9a-f"),
        ((*PAIR, "--seed", "a" * 65), "1 to 64"),
        ((*PAIR, "--boards", "0"), "--boards"),
        ((*PAIR, "--replay", "/nowhere/match.json"), "/nowhere/match.json"),
        (("builtin/easy", "builtin/easy"), "--game"),
        ((*PAIR, "--fast"), "--fast"),
    ],
    ids=str,
)
def test_misuse_is_one_line_that_names_it(words: tuple[str, ...], named: str) -> None:
    done = satti("play", *words, code=2)
    assert done.out == ""
    assert named in done.err
    assert done.err.count("\n") == 1


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    done = satti("play", *MATCH, "--replay", "/dev/full", code=1)
    assert done.err == "satti: /dev/full: No space left on device\n"
