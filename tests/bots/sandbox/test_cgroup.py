"""Finding a delegated cgroup, on plain folders; and what the kernel does with real ones, where this host lends them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import bots
from bots.limits import EXTRA_MB, MB
from bots.sandbox import jail, parts, syscalls
from bots.sandbox.cgroup import Cgroup, CgroupMissing
from bots.sandbox.memory import Watch
from tests.bots import tables
from tests.bots.sandbox import holding

LIMITS = bots.Limits(memory_mb=64, action_seconds=5.0, match_seconds=60.0)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids")
    service = tmp_path / "system.slice" / "satti.service"
    (service / "runner").mkdir(parents=True)
    (service / "cgroup.subtree_control").write_text("")
    (tmp_path / "own").write_text("3:cpu:/x\n0::/system.slice/satti.service/runner\n")
    return tmp_path


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """Version 1; and version 2 beside it, which has no controllers then."""
    for controller in ("memory", "pids"):
        (tmp_path / controller / "work").mkdir(parents=True)
        (tmp_path / controller / "cgroup.procs").write_text("")
    (tmp_path / "own").write_text("8:pids:/\n4:memory:/work\n1:name=systemd:/x\n0::/\n")
    return tmp_path


def test_it_is_made_beside_the_runner_with_its_bounds(root: Path):
    group = Cgroup(4242, root, root / "own")
    assert group.version == 2
    assert group.path.parent == root / "system.slice" / "satti.service"
    assert (group.path.parent / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert (group.path / "cgroup.procs").read_text() == "4242"
    assert (group.path / "pids.max").read_text() == str(syscalls.JAIL_PROCESSES)
    assert (group.path / "memory.max").read_text() == str(syscalls.JAIL_MEMORY_MB * MB)


def test_each_process_of_a_bot_has_one_of_its_own(root: Path):
    group = Cgroup(4242, root, root / "own")
    held = group.hold(77, 256)
    path = held.paths["memory"]
    assert path.parent == group.path.parent
    assert path != group.path
    assert (path / "cgroup.procs").read_text() == "77"
    assert (path / "memory.max").read_text() == str((256 + EXTRA_MB) * MB)
    assert (path / "pids.max").read_text() == str(syscalls.JAIL_PROCESSES)


@pytest.mark.parametrize(
    ("events", "killed"),
    [
        ("low 0\nhigh 0\nmax 9\noom 1\noom_kill 1\noom_group_kill 0\n", True),
        ("low 0\nhigh 0\nmax 9\noom 1\noom_kill 0\n", False),
        ("low 0\nhigh 0\nmax 0\noom 0\noom_kill 1\n", False),  # the whole host had none left: not the bot's doing
        ("", False),
    ],
)
def test_only_a_group_that_was_full_is_to_blame(root: Path, events: str, killed: bool):
    held = Cgroup(4242, root, root / "own").hold(77, 256)
    (held.paths["memory"] / "memory.events").write_text(events)
    assert held.killed() == killed


def test_version_1_is_made_in_the_runners_own(older: Path):
    group = Cgroup(4242, older, older / "own")
    assert group.version == 1
    assert group.path.parent == older / "memory" / "work"
    held = group.hold(77, 100)
    assert held.paths["pids"].parent == older / "pids"
    assert (held.paths["memory"] / "memory.limit_in_bytes").read_text() == str((100 + EXTRA_MB) * MB)
    for path in held.paths.values():
        assert (path / "cgroup.procs").read_text() == "77"
    (held.paths["memory"] / "memory.oom_control").write_text("oom_kill_disable 0\nunder_oom 0\noom_kill 1\n")
    (held.paths["memory"] / "memory.max_usage_in_bytes").write_text(f"{50 * MB}\n")
    assert not held.killed()
    (held.paths["memory"] / "memory.max_usage_in_bytes").write_text(f"{(100 + EXTRA_MB) * MB - 4096}\n")
    assert held.killed()


def test_what_killed_runners_left_is_removed(root: Path):
    service = root / "system.slice" / "satti.service"
    left = [service / f"satti-{1 << 22}-7", service / f"satti-{1 << 22}-7-9"]
    others = service / f"satti-{os.getpid()}-7-9"
    for folder in (*left, others):
        folder.mkdir()
    Cgroup(4242, root, root / "own")
    assert not any(folder.exists() for folder in left)
    assert others.exists()


def test_a_host_without_any_says_so(tmp_path: Path):
    with pytest.raises(CgroupMissing, match=r"no cgroup version 2.*none of version 1 for memory"):
        Cgroup(1, tmp_path, tmp_path / "own")


def test_a_host_that_delegates_nothing_says_so(root: Path):
    (root / "system.slice" / "satti.service" / "cgroup.subtree_control").unlink()
    with pytest.raises(CgroupMissing, match="delegates no cgroup"):
        Cgroup(1, root, root / "own")


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[jail.Jail]:
    """A jail with a real cgroup."""
    made = jail.Jail()
    monkeypatch.setattr(jail, "current", lambda: made)
    if made.cgroup is None:
        made.close()
        pytest.skip(f"no cgroup to try: {made.cgroup_missing}")
    yield made
    made.close()


def test_a_process_is_in_its_group_and_the_group_ends_with_it(place: jail.Jail):
    assert place.cgroup is not None
    channels = place.fork(64)
    assert channels.group is not None
    for controller, path in channels.group.paths.items():
        assert str(channels.pid) in (path / "cgroup.procs").read_text().split(), controller
    place.close()
    channels.group.close()
    assert not any(path.exists() for path in channels.group.paths.values())


def test_matches_leave_no_groups(place: jail.Jail):
    assert place.cgroup is not None
    tables.play(tables.HONEST, tables.acting("os._exit(3)"))
    assert not list(place.cgroup.path.parent.glob(f"{place.cgroup.path.name}-*"))
    path = place.cgroup.path
    place.close()
    assert not path.exists()


@pytest.mark.parametrize("body", ["fill(shared)", "fill(tables, seconds=4.0)", "fill(pages, mappings, tables)"])
def test_whom_the_kernel_ends_for_its_group_is_at_fault(
    body: str, place: jail.Jail, monkeypatch: pytest.MonkeyPatch
):
    """With everything else that bounds memory taken out: it is the group alone that holds, and tells."""
    monkeypatch.setattr(Watch, "look", lambda self, now: setattr(self, "due", now + 9))
    bare = jail.Jail(frozenset({parts.NO_SHARED_MEMORY, parts.CLOSED_ADDRESSES, parts.ADDRESS_SPACE}))
    try:
        code = holding.bot(f"{body}; return view.legal_actions[0]")
        outcome = tables.play(code, tables.HONEST, limits=LIMITS, place=lambda: bare)
    finally:
        bare.close()
    assert tables.faults(outcome) == ["memory"] * 2
    assert tables.faults(outcome, 1) == []
    assert "it was ended because it took more than its 64 MB" in outcome.logs[0]
