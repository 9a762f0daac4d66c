"""The attack suite would notice: where a layer is missing, or an honest bot is hurt, it says what got through."""

import struct
from collections.abc import Iterator

import pytest

import bots.archive
from bots import attacks
from bots.attacks import runner
from bots.sandbox import filters, jail, syscalls

ALLOW_ALL = struct.pack("HBBI", 6, 0, 0, 0x7FFF0000)
ATTACKS = {attack.name: attack for attack in attacks.attacks()}


@pytest.fixture
def own_jail(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Made after the test has taken something out, and gone after it."""
    monkeypatch.setattr(jail, "_current", None)
    yield
    if jail._current is not None:
        jail._current[1].close()


def test_names_are_unique():
    assert len(ATTACKS) == len(attacks.attacks())


def test_every_layer_has_attacks():
    layers = {attack.layer for attack in attacks.attacks()}
    assert layers == {
        "uploads", "answers", "blame", "system calls", "files", "memory", "network", "output", "one process",
        "others' secrets", "time", "each layer alone", "other seats",
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["a socket of every family and type", "another process", "signals to others and to itself"]
)
def test_without_the_filter_something_gets_through(name: str, own_jail: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(filters, "inner", lambda: ALLOW_ALL)
    result = attacks.run(ATTACKS[name])
    assert not result.held
    assert any("GOT THROUGH" in problem or "ended as" in problem for problem in result.problems)


def test_without_the_bound_on_threads_a_bomb_gets_through(own_jail: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(syscalls.RLIMITS, "RLIMIT_NPROC", 64)
    result = attacks.run(ATTACKS["a bomb of threads"])
    assert any("GOT THROUGH" in problem for problem in result.problems)


def test_a_lost_jail_is_void_and_no_verdict(own_jail: None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jail.syscalls, "BUBBLEWRAP", syscalls.BUBBLEWRAP + " --userns 99")
    result = attacks.run(ATTACKS["an endless line"])
    assert result.verdict == "void"
    assert not result.held


def test_an_upload_that_is_taken_got_through(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots.archive, "_check_member", lambda member, **_: None)
    assert not attacks.run(ATTACKS["a symbolic link"]).held


def test_a_fault_of_the_honest_bot_is_found(monkeypatch: pytest.MonkeyPatch):
    attack = ATTACKS["a fork bomb"]
    monkeypatch.setattr(runner, "LIMITS", bots.Limits(action_seconds=0.05))
    slow = attacks.run(attacks.Attack(attack.layer, "x", attack.verdicts, attack.code, busy_opponent=0.2))
    assert any("the honest bot is charged with timeout" in problem for problem in slow.problems)


def test_moves_that_are_not_the_honest_bots_own_are_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(runner.honest, "choose", lambda view: view.legal_actions[-1])
    assert "the honest bot's moves are not its own" in attacks.run(ATTACKS["a fork bomb"]).problems


def test_an_attack_that_tries_nothing_is_found():
    idle = attacks.Attack("files", "idle", ("plays on",), "")
    assert attacks.run(idle).problems == ("it tried nothing",)


def test_a_wrong_verdict_is_named():
    crash = attacks.Attack("one process", "crash", ("timeout",), "def attack(view): 1 / 0")
    assert attacks.run(crash).problems == ("ended as crash, not timeout",)
