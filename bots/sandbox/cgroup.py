"""Cgroups, of version 2 or 1, where the host lends some: one for a jail, and beside it one for each bot's process.

Those of version 2 are made beside the runner's own, so the runner must be in a child of a delegated group: with
systemd, `Delegate=yes` and `DelegateSubgroup=runner`. Those of version 1 are made in the runner's own, to which it must
be able to write. They hold what a process makes the kernel keep, whatever that is, and say whom it ended for that.
"""

import contextlib
import errno
import os
import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from bots.limits import EXTRA_MB, MB
from bots.sandbox.syscalls import JAIL_MEMORY_MB, JAIL_PROCESSES

CONTROLLERS = ("memory", "pids")
LIMITS = {  # of memory and of what is swapped out, by version
    2: {"memory.max": 1, "memory.swap.max": 0},
    1: {"memory.limit_in_bytes": 1, "memory.memsw.limit_in_bytes": 1},  # in this order
}
OPTIONAL = ("memory.swap.max", "memory.memsw.limit_in_bytes")  # only where the kernel counts swap


class CgroupMissing(Exception):
    """Why the host lends no cgroup."""


@dataclass(frozen=True)
class Place:
    """Where groups are made: a folder for each controller, the same one in version 2."""

    version: int
    folders: dict[str, Path]


@dataclass
class Group:
    """One group: of a jail's first processes, or of one process of a bot."""

    version: int
    paths: dict[str, Path] = field(default_factory=dict)  # by controller

    def make(self, place: Place, name: str, *, memory_mb: int, processes: int) -> None:
        """Raises OSError."""
        for controller, folder in place.folders.items():
            path = folder / name
            path.mkdir(exist_ok=True)
            self.paths[controller] = path
        for file, factor in LIMITS[self.version].items():
            path = self.paths["memory"] / file
            if path.exists() or file not in OPTIONAL:
                path.write_text(str(factor * memory_mb * MB))
        (self.paths["pids"] / "pids.max").write_text(str(processes))

    def take(self, pid: int) -> None:
        """Move a process into it; what that forks is in it too. Raises OSError."""
        for path in set(self.paths.values()):
            (path / "cgroup.procs").write_text(str(pid))

    def killed(self) -> bool:
        """Whether the kernel ended a process of it because the group was full, and not because the host was."""
        if self.version == 2:
            events = self._read("memory.events")
            return _count(events, "oom_kill") > 0 and _count(events, "oom") > 0
        most, limit = (int(self._read(f"memory.{file}_in_bytes") or 0) for file in ("max_usage", "limit"))
        return _count(self._read("memory.oom_control"), "oom_kill") > 0 and most > limit - MB

    def _read(self, file: str) -> str:
        try:
            return (self.paths["memory"] / file).read_text()
        except (OSError, KeyError):
            return ""

    def close(self) -> None:
        """When everything in it has ended."""
        for path in set(self.paths.values()):
            _remove(path)


class Cgroup:
    def __init__(self, pid: int, root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> None:
        """Make one for a jail and move its first process into it. Raises CgroupMissing."""
        self._name = f"satti-{os.getpid()}-{pid}"
        self._place = _place(root, own)
        _sweep(self._place)
        self._group = Group(self._place.version)
        try:
            self._group.make(self._place, self._name, memory_mb=JAIL_MEMORY_MB, processes=JAIL_PROCESSES)
            self._group.take(pid)
        except OSError as error:
            self.close()
            raise CgroupMissing(f"the host delegates no cgroup: {error}") from error

    @property
    def version(self) -> int:
        return self._place.version

    @property
    def path(self) -> Path:
        """The folder that bounds the jail's memory."""
        return self._group.paths["memory"]

    def hold(self, pid: int, memory_mb: int) -> Group:
        """A group of its own for a bot's process, which may take so much memory. Raises OSError."""
        group = Group(self._place.version)
        try:
            group.make(self._place, f"{self._name}-{pid}", memory_mb=memory_mb + EXTRA_MB, processes=JAIL_PROCESSES)
            group.take(pid)
        except OSError:
            group.close()
            raise
        return group

    def close(self) -> None:
        """When everything in it has ended."""
        self._group.close()
        for folder in set(self._place.folders.values()):
            for left in folder.glob(f"{self._name}-*"):
                _remove(left)


def _place(root: Path, own: Path) -> Place:
    """Where children may be made, with the controllers on for them. Raises CgroupMissing."""
    reasons = []
    for find in (_version_2, _version_1):
        try:
            return find(root, own)
        except (OSError, CgroupMissing) as error:
            reasons.append(str(error) if isinstance(error, CgroupMissing) else f"the host delegates no cgroup: {error}")
    raise CgroupMissing("; ".join(reasons))


def _version_2(root: Path, own: Path) -> Place:
    if not (root / "cgroup.controllers").exists():
        raise CgroupMissing(f"this host has no cgroup version 2 at {root}")
    place = _own(own, "")
    parent = (root / place.lstrip("/")).parent if place != "/" else root
    control = parent / "cgroup.subtree_control"
    missing = set(CONTROLLERS) - set(control.read_text().split())
    if missing:
        control.write_text(" ".join(f"+{name}" for name in sorted(missing)))
    return Place(2, dict.fromkeys(CONTROLLERS, parent))


def _version_1(root: Path, own: Path) -> Place:
    folders = {}
    for controller in CONTROLLERS:
        if not (root / controller / "cgroup.procs").exists():
            raise CgroupMissing(f"and none of version 1 for {controller} there")
        folder = root / controller / _own(own, controller).lstrip("/")
        folders[controller] = folder if folder.is_dir() else root / controller  # a container is shown its own as root
    return Place(1, folders)


def _own(own: Path, controller: str) -> str:
    """The group of this process, as /proc names it. Version 2 is the hierarchy without controllers."""
    for line in own.read_text().splitlines():
        _, controllers, place = line.split(":", 2)
        if controllers == controller or controller in controllers.split(","):
            return place
    raise CgroupMissing(f"this process is in no group for {controller or 'version 2'}")


def _count(text: str, name: str) -> int:
    found = re.search(rf"^{name} (\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else 0


def _remove(path: Path) -> None:
    """What was in it has been killed, and may take a moment to be gone."""
    for _ in range(50):
        try:
            path.rmdir()
        except OSError as error:
            if error.errno != errno.EBUSY:
                return
            time.sleep(0.01)
        else:
            return


def _sweep(place: Place) -> None:
    """Remove what runners that were killed left: their processes died with them, the empty groups did not."""
    for folder in set(place.folders.values()):
        for left in folder.glob("satti-*"):
            if not Path("/proc", left.name.split("-")[1]).exists():
                with contextlib.suppress(OSError):
                    left.rmdir()
