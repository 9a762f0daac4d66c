"""Each layer of the sandbox taken away, one at a time: its row of the check says so, and no upload is run."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import bots
from bots.limits import Limits
from bots.sandbox import jail, namespaces, parts, report, syscalls
from bots.sandbox.inside import addresses
from bots.sandbox.meter import Meter
from bots.sandbox.process import BotProcess
from tests.bots import tables

IS_ROOT = os.geteuid() == 0
# What else goes with a layer: the row of what it makes possible, and what a jail without it has nothing to try on.
CANNOT = set() if addresses.can_seal() else {parts.CLOSED_ADDRESSES}  # it is never there, and not required
SELDOM = {"RLIMIT_NICE", "RLIMIT_RTPRIO"}  # are 0 for anybody to whom the host gives nothing else
ALSO = {
    parts.OUTER["pid"]: {"jail"},  # without it no bot can be started at all
    parts.OWN["mnt"]: {"jail", parts.READ_ONLY_FOLDER, "CPU clock", "clock on the wall"},  # it runs another's code
    parts.OWN_ROOT: {parts.READ_ONLY_ROOT},
    parts.DESCRIPTORS: {"descriptors bounded"},
    "RLIMIT_NPROC": {"threads bounded"},
    "RLIMIT_NOFILE": {"descriptors bounded"},
    parts.ADDRESS_SPACE: {"memory bounded"},
    parts.FILTER: {"no processes", "no network", parts.NO_SHARED_MEMORY},
}


@contextmanager
def a_jail_without(*layers: str) -> Iterator[jail.Jail]:
    """As this process's own, for so long."""
    with pytest.MonkeyPatch.context() as patch:
        place = jail.Jail(frozenset(layers))
        patch.setattr(jail, "_current", (os.getpid(), place))
        yield place
        place.close()


def missing() -> set[str]:
    return {layer.name for layer in bots.sandbox_report() if layer.required and not layer.held}


SEVERAL = (  # that have nothing to do with each other
    {parts.OUTER["net"], parts.OUTER["ipc"], parts.OUTER["uts"], parts.OUTER["cgroup"], parts.OUTER_FILTER},
    {parts.OWN["net"], parts.OWN["ipc"], parts.OWN["uts"], parts.OWN["cgroup"], parts.OWN["pid"]},
    {parts.NOT_DUMPABLE, parts.LANDLOCK, parts.READ_ONLY_ROOT, parts.READ_ONLY_FOLDER, parts.ENVIRONMENT},
    {parts.ADDRESS_SPACE, *syscalls.RLIMITS} - SELDOM,
    {parts.NO_SHARED_MEMORY, parts.NO_HUGE_PAGES, parts.CLOSED_ADDRESSES} - CANNOT,
    {parts.FILTER, parts.DESCRIPTORS},
    {parts.OWN_ROOT},
)
ANY_USER = {parts.OUTER["user"], parts.OWN["user"], parts.ORDINARY_USER}


def together(layers: set[str]) -> set[str]:
    return layers.union(*(ALSO.get(name, set()) for name in layers))


@pytest.mark.parametrize("layers", SEVERAL, ids=lambda layers: ", ".join(sorted(layers)))
def test_layers_that_are_taken_away_are_missed(layers: set[str]):
    with a_jail_without(*layers):
        found = missing()
        assert layers <= found <= together(layers)
        with pytest.raises(bots.SandboxMissing, match=min(layers)):
            tables.play(tables.HONEST)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(parts.ALL - ANY_USER - SELDOM - CANNOT))
def test_a_layer_that_is_taken_away_is_missed(name: str):
    with a_jail_without(name) as place:
        found = missing()
        assert found & {name, "jail"}
        assert found <= together({name})
        if place.alive:
            with pytest.raises(bots.SandboxMissing, match=name):
                tables.play(tables.HONEST)


def test_a_bots_own_mount_namespace_is_missed():
    """Without it each finds the files of the one that was made last."""
    with a_jail_without(parts.OWN["mnt"]):
        assert missing() & {"jail", parts.OWN["mnt"]}


def test_a_bots_own_user_namespace_is_missed():
    """Only in it is there a capability to take all the others away with."""
    with a_jail_without(parts.OWN["user"], parts.CAPABILITIES):
        assert missing() == {parts.OWN["user"], parts.CAPABILITIES}


@pytest.mark.parametrize("name", sorted(SELDOM))
def test_a_limit_that_the_host_gives_is_missed(name: str):
    number = getattr(resource, name)
    before = resource.getrlimit(number)
    try:
        resource.setrlimit(number, (10, 10))
    except ValueError:
        pytest.skip("here nobody can have more than nothing of it")
    try:
        with a_jail_without(name):
            assert missing() == {name}
        with a_jail_without():
            assert missing() == set()
    finally:
        resource.setrlimit(number, before)


@pytest.mark.skipif(not IS_ROOT, reason="who is an ordinary user cannot become another")
def test_root_is_missed_as_an_ordinary_user():
    with a_jail_without(parts.ORDINARY_USER):
        assert {parts.ORDINARY_USER} <= missing() <= {parts.ORDINARY_USER, "threads bounded"}


@pytest.mark.skipif(not IS_ROOT, reason="only root can make namespaces without a user namespace")
def test_bubblewraps_user_namespace_is_missed():
    with a_jail_without(parts.ORDINARY_USER, parts.OUTER["user"]):
        assert parts.OUTER["user"] in missing()


@pytest.mark.parametrize("kind", ["mnt", "pid"])
def test_what_no_jail_can_be_without_is_compared_too(kind: str):
    """bubblewrap always makes a mount namespace; and without its own of processes no bot can be started."""
    runner, outer, one, two = ({each: f"{each} of {who}" for each in namespaces.KINDS} for who in "rj12")
    inside = {"found": {"user": [65534, 65534, 1, 0]}, "beneath": {}}
    rows = report._namespaces({**inside, "namespaces": [runner, outer | {kind: runner[kind]}, one, two]})
    assert [row.name for row in rows if not row.held] == [f"outer {kind} namespace"]


def test_bots_that_are_not_frozen_are_missed(monkeypatch: pytest.MonkeyPatch):
    thawed = BotProcess._signal

    def signal(self: BotProcess, number: int) -> None:
        if number != 19:  # SIGSTOP
            thawed(self, number)  # type: ignore[arg-type]

    monkeypatch.setattr(BotProcess, "_signal", signal)
    assert missing() == {"frozen between turns"}


def test_a_clock_of_cpu_time_that_stands_still_is_missed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Meter, "_check_cpu", lambda self: None)
    assert missing() == {"CPU clock"}


def test_a_clock_on_the_wall_that_stands_still_is_missed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Limits, "wall_seconds", lambda self, seconds: 1e6)
    assert missing() == {"clock on the wall"}


def test_limits_that_are_other_than_the_lists_say_are_missed(monkeypatch: pytest.MonkeyPatch):
    with a_jail_without():
        monkeypatch.setitem(syscalls.RLIMITS, "RLIMIT_NOFILE", 16)
        assert "RLIMIT_NOFILE" in missing()


def test_a_jail_is_tried_once_before_anything_runs_in_it():
    with a_jail_without() as place:
        assert not place.trusted
        tables.play(tables.HONEST)
        assert place.trusted


def test_a_layer_that_is_none_cannot_be_taken_away():
    with pytest.raises(ValueError, match="no layers of the sandbox: everything"):
        jail.Jail(frozenset({"everything"}))


def test_no_variable_takes_a_layer_away(monkeypatch: pytest.MonkeyPatch):
    for name in ("SATTI_SANDBOX_WITHOUT", "SANDBOX_WITHOUT", "WITHOUT"):
        monkeypatch.setenv(name, ",".join(parts.ALL))
    monkeypatch.setattr(jail, "_current", None)
    place = jail.current()
    assert place.without == frozenset()
    place.close()
