"""Each layer taken away, one at a time: at least one attack of the suite then gets through."""

import os
import signal
from pathlib import Path

import pytest

from bots import attacks
from bots.sandbox import jail, parts
from bots.sandbox.inside import addresses
from bots.sandbox.meter import Meter
from bots.sandbox.process import BotProcess

ATTACKS = {attack.name: attack for attack in attacks.attacks()}
IS_ROOT = os.geteuid() == 0

# Layer -> an attack that gets through without it. There are none on cgroup namespaces, which change what a file of
# /proc says, and there is no /proc; nor on bubblewrap's namespaces of users, processes and mounts, without which no bot
# can be started: tests/bots/sandbox/test_layers.py sees that their rows would tell.
THROUGH = {
    parts.OWN["user"]: "somebody rather than nobody",
    parts.OWN["pid"]: "somebody rather than nobody",
    parts.OWN["mnt"]: "its folder by its whole name",
    parts.OWN["net"]: "a socket left open, behind filter and landlock",
    parts.OWN["ipc"]: "shared memory, queues and semaphores left behind, behind both filters",
    parts.OWN["uts"]: "the host name as a note, behind all that stands before its own",
    parts.OUTER["net"]: "the host's network, behind all that stands before bubblewrap's",
    parts.OUTER["ipc"]: "the host's shared memory, behind both filters and its own namespace",
    parts.OUTER["uts"]: "the host's name, in a namespace that is not its own",
    parts.OUTER_FILTER: "what no part of the jail needs, behind the filter",
    parts.OWN_ROOT: "names looked for in vain",
    parts.READ_ONLY_ROOT: "a file system that could be written to",
    parts.READ_ONLY_FOLDER: "a file system that could be written to",
    parts.ENVIRONMENT: "settings of the host",
    parts.DESCRIPTORS: "descriptors that it was not given, and as many as it likes",
    parts.CAPABILITIES: "capabilities, behind the filter",
    parts.NOT_DUMPABLE: "to be looked into by others, behind the filter",
    parts.LANDLOCK: "a file that only landlock keeps from it",
    parts.NO_SHARED_MEMORY: "all ways of sharing memory together",
    parts.NO_HUGE_PAGES: "huge pages that are unmapped but for a small one",
    parts.CLOSED_ADDRESSES: "pages far apart, each with page tables of its own: '0x32'",
    parts.FILTER: "calls that need no right at all",
    parts.ADDRESS_SPACE: "addresses without end",
    "RLIMIT_NPROC": "a bomb of threads",
    "RLIMIT_NOFILE": "descriptors that it was not given, and as many as it likes",
    "RLIMIT_FSIZE": "more than a limit of: 'RLIMIT_FSIZE'",
    "RLIMIT_CORE": "more than a limit of: 'RLIMIT_CORE'",
    "RLIMIT_MSGQUEUE": "more than a limit of: 'RLIMIT_MSGQUEUE'",
    "RLIMIT_MEMLOCK": "more than a limit of: 'RLIMIT_MEMLOCK'",
}
# These go with it: without a user namespace of its own a process has no capability to take others away with.
WITH = {parts.OWN["user"]: {parts.CAPABILITIES}}
THERE_ARE_HUGE_PAGES = "[never]" not in Path("/sys/kernel/mm/transparent_hugepage/enabled").read_text()
CANNOT = {parts.CLOSED_ADDRESSES: not addresses.can_seal(), parts.NO_HUGE_PAGES: not THERE_ARE_HUGE_PAGES}
QUICK = (
    parts.NO_SHARED_MEMORY, parts.OUTER_FILTER, parts.FILTER, parts.OWN["net"], parts.OWN["mnt"], parts.READ_ONLY_FOLDER
)  # fmt: skip


def gets_through(name: str, layers: set[str]) -> bool:
    result = attacks.run(ATTACKS[name], without=layers)
    if parts.OWN["mnt"] in layers:  # which of the bots finds another's files, or none at all, is a matter of chance
        return not result.held
    return any("GOT THROUGH" in problem for problem in result.problems)


@pytest.mark.parametrize("layer", QUICK)
def test_without_a_layer_an_attack_gets_through(layer: str):
    assert gets_through(THROUGH[layer], {layer} | WITH.get(layer, set()))


@pytest.mark.long
@pytest.mark.parametrize("layer", sorted(set(THROUGH) - set(QUICK)))
def test_without_any_layer_an_attack_gets_through(layer: str):
    if CANNOT.get(layer):
        pytest.skip("this kernel cannot do what it is made of, or against")
    assert gets_through(THROUGH[layer], {layer} | WITH.get(layer, set()))


def test_every_layer_has_an_attack_or_a_reason_why_not():
    none = {parts.OUTER["user"], parts.OUTER["pid"], parts.OUTER["cgroup"], parts.OWN["cgroup"]}
    zero = {"RLIMIT_NICE", "RLIMIT_RTPRIO"}  # for anybody but whom the host gives more
    assert set(THROUGH) == parts.ALL - none - zero - {parts.ORDINARY_USER}


@pytest.mark.skipif(not IS_ROOT, reason="who is an ordinary user cannot become another")
def test_as_root_a_bomb_of_threads_gets_through():
    """The kernel counts none of root's."""
    assert gets_through("a bomb of threads", {parts.ORDINARY_USER})


def test_bots_that_are_not_frozen_get_through(monkeypatch: pytest.MonkeyPatch):
    send = BotProcess._signal
    monkeypatch.setattr(
        BotProcess, "_signal", lambda self, number: None if number == signal.SIGSTOP else send(self, number)
    )
    monkeypatch.setattr(jail.current(), "trusted", True)
    assert gets_through("awake while others are to act", set())


def test_without_a_clock_of_cpu_time_late_answers_get_through(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jail.current(), "trusted", True)
    monkeypatch.setattr(Meter, "_check_cpu", lambda self: None)
    assert attacks.run(ATTACKS["an answer after the limit"]).verdict == "plays on"
