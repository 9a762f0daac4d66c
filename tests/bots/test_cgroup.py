"""Finding a delegated cgroup. On plain folders: what the kernel does with the files is the kernel's."""

from pathlib import Path

import pytest

from bots import policy
from bots.cgroup import Cgroup, CgroupMissing


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "cgroup.controllers").write_text("cpu memory pids")
    service = tmp_path / "system.slice" / "satti.service"
    (service / "runner").mkdir(parents=True)
    (service / "cgroup.subtree_control").write_text("")
    (tmp_path / "own").write_text("3:cpu:/x\n0::/system.slice/satti.service/runner\n")
    return tmp_path


def test_it_is_made_beside_the_runner_with_its_bounds(root: Path):
    group = Cgroup(4242, root, root / "own")
    assert group.path is not None
    assert group.path.parent == root / "system.slice" / "satti.service"
    assert (group.path.parent / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert (group.path / "cgroup.procs").read_text() == "4242"
    assert (group.path / "pids.max").read_text() == str(policy.JAIL_PROCESSES)
    group.lend(256)
    assert (group.path / "memory.max").read_text() == str((policy.JAIL_MEMORY_MB + 256) << 20)
    group.lend(-256)
    assert (group.path / "memory.max").read_text() == str(policy.JAIL_MEMORY_MB << 20)


def test_what_killed_runners_left_is_removed(root: Path):
    left = root / "system.slice" / "satti.service" / f"satti-{1 << 22}-7"
    left.mkdir()
    Cgroup(4242, root, root / "own")
    assert not left.exists()


def test_a_host_without_version_2_says_so(tmp_path: Path):
    with pytest.raises(CgroupMissing, match="no cgroup version 2"):
        Cgroup(1, tmp_path, tmp_path / "own")


def test_a_host_that_delegates_nothing_says_so(root: Path):
    (root / "system.slice" / "satti.service" / "cgroup.subtree_control").unlink()
    with pytest.raises(CgroupMissing, match="delegates no cgroup"):
        Cgroup(1, root, root / "own")
