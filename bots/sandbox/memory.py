"""What a bot's process makes the host hold: looked at every now and then, and where it is too much, its own fault.

The kernel bounds the pages at once (`RLIMIT_AS`) and, where it can seal, the page tables
(`bots/sandbox/inside/addresses.py`); a cgroup bounds all of it. This is for what they leave, and so that who went too
far is known.
"""

import os
import re
import time

from bots.limits import EXTRA_MB, LOOK_SECONDS, MB
from games.match import Fault, FaultKind

# Pages of its own, in memory or swapped out, and page tables. Pages of files are the host's cache, and shared.
COUNTED = ("RssAnon", "RssShmem", "VmSwap", "VmPTE")
_counted = re.compile(rf"^(?:{'|'.join(COUNTED)}):\s+(\d+) kB$".encode(), re.MULTILINE).findall


class Watch:
    """Of one process. `look` from `due` on, of the monotonic clock."""

    def __init__(self, pid: int, memory_mb: int, file_bytes: int = 0) -> None:
        """`file_bytes`: of the files that the bare runtime has mapped. Raises OSError where /proc does not tell."""
        self.limit = (memory_mb + EXTRA_MB) * MB
        self._memory_mb = memory_mb
        self._files = file_bytes
        self.due = time.monotonic() + LOOK_SECONDS
        self._fd = os.open(f"/proc/{pid}/status", os.O_RDONLY | os.O_CLOEXEC)
        self.held = 0  # bytes, when last looked at

    def look(self, now: float) -> None:
        """Raises Fault where it holds too much."""
        self.due = now + LOOK_SECONDS
        try:
            status = os.pread(self._fd, 8192, 0)
        except ProcessLookupError:  # it has ended
            return
        if held := sum(map(int, _counted(status))) * 1024:  # a process that is ending holds nothing
            self.held = held
        if held > self.limit:
            raise self.fault(held)

    def was_beyond(self, peak: int) -> bool:
        """Whether a process that has ended had held too much: when last looked at, or at its peak, in bytes."""
        return max(self.held, peak - self._files) > self.limit

    def fault(self, held: int = 0) -> Fault:
        took = f"it made the host hold {held / MB:.0f} MB, more" if held else "it was ended because it took more"
        return Fault(FaultKind.MEMORY, f"{took} than its {self._memory_mb} MB and {EXTRA_MB} MB for the runtime")

    def close(self) -> None:
        os.close(self._fd)
