"""`satti replay`: what it accepts, what it refuses, what it shows."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.arena.cli.satti import PATH, VECTORS, WITHOUT_SERVERS, command, satti, satti_alone
from tests.support import ROOT

REPLAYS = sorted(VECTORS.glob("*.replay.json"))
BAD = [json.loads(line) for line in (VECTORS / "bad.jsonl").read_text().splitlines()]


def test_the_vectors_are_there() -> None:
    assert len(REPLAYS) > 20
    assert len(BAD) > 20


@pytest.mark.parametrize("path", [REPLAYS[0], REPLAYS[8], REPLAYS[12]], ids=lambda path: path.name)
def test_the_trace_is_the_vectors_trace(path: Path) -> None:
    trace = path.with_name(path.name.replace(".replay.json", ".trace.jsonl"))
    assert satti("replay", path, "--trace", code=0).out == trace.read_text()


@pytest.mark.parametrize("bad", BAD[:: max(1, len(BAD) // 6)], ids=lambda bad: bad["name"])
def test_a_corrupted_replay_is_refused_with_its_place(bad: dict, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(bad["replay"]))
    done = satti("replay", path, code=1)
    assert done.out == ""
    places = [f"{name} {bad[name]}" for name in ("game", "deal", "action") if bad[name] is not None]
    assert all(place in done.err for place in places), done.err


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[]", b"{}", b"[" * 100_000, b'{"format": NaN}'])
def test_what_is_no_replay_is_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_bytes(data)
    assert satti("replay", path, code=1).err.startswith(f"satti: {path}: ")


def test_a_replay_is_told_in_sentences() -> None:
    out = satti("replay", REPLAYS[0], code=0).out
    assert "calls" in out
    assert "wins the trick" in out


def test_a_seat_sees_its_own_hand_and_not_the_other() -> None:
    document = json.loads(REPLAYS[0].read_text())
    pack = document["games"][0]["deals"][0]["pack"].split()
    caller, dealer = pack[0:10:2], pack[1:10:2]  # the caller, seat 1, is dealt the first card
    lines = satti("replay", REPLAYS[0], "--view", "1", code=0).out.split("Game 2")[0].splitlines()
    holds = [line for line in lines if " holds " in line]
    assert len(holds) == 1
    assert all(pretty(card) in holds[0] for card in caller)
    assert not any(pretty(card) in holds[0] for card in dealer)


def pretty(card: str) -> str:
    return card[0].replace("T", "10") + dict(zip("CDHS", "♣♦♥♠", strict=True))[card[1]]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("nowhere.json",), "nowhere.json: No such file"),
        ((VECTORS,), "Is a directory"),
        ((REPLAYS[0], "--view", "2"), "seats are 0 to 1"),
        ((REPLAYS[0], "--view", "-1"), "seats are 0 to 1"),
        ((REPLAYS[0], "--view", "0", "--trace"), "choose one"),
        ((), "FILE"),
    ],
    ids=str,
)
def test_misuse_is_one_line_that_names_it(words: tuple[object, ...], named: str) -> None:
    done = satti("replay", *words, code=2)
    assert named in done.err
    assert done.err.count("\n") == 1


def test_a_reader_that_has_seen_enough_is_no_error_to_shout_about() -> None:
    env = WITHOUT_SERVERS | {"PYTHONPATH": PATH}
    with subprocess.Popen(
        command("replay", REPLAYS[4], "--trace"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env
    ) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""


def test_a_name_cannot_forge_lines_or_move_the_cursor(tmp_path: Path) -> None:
    document = json.loads(REPLAYS[0].read_text())
    document["players"][0] = "\x1b[2Jeve\r\n1.000000  eve"
    path = tmp_path / "named.json"
    path.write_text(json.dumps(document))
    out = satti("replay", path, code=0).out
    assert "eve\ufffd\ufffd1.000000  eve" in out
    assert "\x1b" not in out


def test_a_game_of_another_package_is_told_too(tmp_path: Path) -> None:
    outside = str(ROOT / "tests" / "games" / "outside")
    path = tmp_path / "outside.json"
    players = ["builtin/random", "builtin/random"]
    satti_alone("play", "-g", "high-card", *players, "--replay", path, code=0, packages=outside)
    for more in ([], ["--view", "0"], ["--trace"]):
        assert satti_alone("replay", path, *more, code=0, packages=outside).out
