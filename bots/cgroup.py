"""A cgroup (version 2) for a jail, where the host delegates one: an outer bound on memory and number of processes.

It is made beside the runner's own, so the runner must be in a child of a delegated group: with systemd, `Delegate=yes`
and `DelegateSubgroup=runner`. Each bot's exact bounds are its rlimits; this holds the sum and the kernel's own memory.
"""

import contextlib
import os
from pathlib import Path

from bots.policy import JAIL_MEMORY_MB, JAIL_PROCESSES, MB

CONTROLLERS = ("memory", "pids")


class CgroupMissing(Exception):
    """Why the host lends no cgroup."""


class Cgroup:
    def __init__(self, pid: int, root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")) -> None:
        """Make one and move a process into it; what that forks is in it too. Raises CgroupMissing."""
        self._memory_mb = 0
        self.path: Path | None = None
        try:
            parent = _delegated(root, own)
            _sweep(parent)
            self.path = parent / f"satti-{os.getpid()}-{pid}"
            self.path.mkdir()
            (self.path / "pids.max").write_text(str(JAIL_PROCESSES))
            self.lend(0)
            (self.path / "cgroup.procs").write_text(str(pid))
        except OSError as error:
            self.close()
            raise CgroupMissing(f"the host delegates no cgroup: {error}") from error

    def lend(self, memory_mb: int) -> None:
        """Raise the bound by what one more bot may use; lower it again by a negative number."""
        self._memory_mb += memory_mb
        if self.path:
            (self.path / "memory.max").write_text(str((JAIL_MEMORY_MB + self._memory_mb) * MB))

    def close(self) -> None:
        """When everything in it has ended."""
        if self.path:
            with contextlib.suppress(OSError):
                self.path.rmdir()


def _delegated(root: Path, own: Path) -> Path:
    """The group that children may be made in, with the controllers on for them."""
    if not (root / "cgroup.controllers").exists():
        raise CgroupMissing("this host has no cgroup version 2 at /sys/fs/cgroup")
    place = next(line for line in own.read_text().splitlines() if line.startswith("0::")).removeprefix("0::")
    parent = (root / place.lstrip("/")).parent if place != "/" else root
    control = parent / "cgroup.subtree_control"
    missing = set(CONTROLLERS) - set(control.read_text().split())
    if missing:
        control.write_text(" ".join(f"+{name}" for name in sorted(missing)))
    return parent


def _sweep(parent: Path) -> None:
    """Remove what runners that were killed left: their processes died with them, the empty groups did not."""
    for left in parent.glob("satti-*"):
        if not Path("/proc", left.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                left.rmdir()
