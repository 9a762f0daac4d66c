"""`satti sandbox-check`. The attack suite itself is played in tests/hostile_bots; here are a few of its attacks."""

import json

import pytest

import bots
import bots.archive
from bots import attacks
from tests.arena.cli.satti import satti

FEW = [attack for attack in attacks.attacks() if attack.name in ("a fork bomb", "a bomb", "an endless line")]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks.summary, "attacks", lambda: FEW)


def test_it_prints_the_layers_and_what_held_of_each() -> None:
    out = satti("sandbox-check", code=0).out
    assert "held     jail: " in out
    table = [line.split() for line in out.partition("attacks on")[2].splitlines()]
    assert ["uploads", "1", "1"] in table
    assert ["one", "process", "1", "1"] in table
    assert "GOT THROUGH" not in out


def test_json_says_the_same() -> None:
    found = json.loads(satti("sandbox-check", "--json", code=0).out)
    assert found["held"] is True
    assert {layer["name"] for layer in found["layers"]} >= {"jail", "system-call filter", "no network"}
    assert found["attacks"]["tried"] == 3
    assert [layer["through"] for layer in found["attacks"]["layers"]] == [[], [], []]


def test_an_attack_that_gets_through_is_named_and_the_exit_code_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots.archive, "UNPACKED_BYTES", 1 << 40)
    done = satti("sandbox-check", code=1)
    assert "GOT THROUGH  a bomb: ended as taken, not too-large" in done.out
    assert done.err.startswith("satti: the sandbox does not hold on this host: uploads: a bomb: ended as taken")
    found = json.loads(satti("sandbox-check", "--json", code=1).out)
    assert found["held"] is False


def test_without_a_required_layer_no_attack_is_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "sandbox_report", lambda: [bots.Layer("jail", False, "no bubblewrap")])
    done = satti("sandbox-check", code=1)
    assert done.out == "MISSING  jail: no bubblewrap\n"
    assert "jail: no bubblewrap" in done.err
