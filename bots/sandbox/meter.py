"""A bot's time: CPU time of its whole process, with the clock on the wall only to catch sleepers.

Nothing here depends on how busy the host is: waiting for a processor is not sleeping, and while the runner itself does
not run, no time passes at all.
"""

import os
import time
from pathlib import Path

from bots.limits import Limits
from games.match import Fault, FaultKind

CORES = os.cpu_count() or 1
TICK = 0.001  # seconds: never wait for less
SHORT = 0.02  # seconds on the wall that need no looking into yet


class Meter:
    """Of one process. `begin` an answer; `tick` while waiting for it; `finish` when it is there."""

    def __init__(self, pid: int, limits: Limits, cpu_left: float) -> None:
        """`cpu_left`: what may still be used in this match, seconds."""
        self._limits = limits
        self._over = False  # the process has ended: its number may become another's
        self._clock = (~pid << 3) | 2  # the kernel's name for the CPU clock of that process
        self._schedule = Path(f"/proc/{pid}/schedstat")
        self._state = Path(f"/proc/{pid}/stat")
        self._cpu = 0  # nanoseconds, as last read
        self._first = self._read()
        self._end = self._first + int(cpu_left * 1e9)
        self._slept = 0.0  # seconds, up to when that was last looked into; since then:
        self._unread = 0.0  # seconds that passed on the wall
        self._waited, self._used = 0.0, self._first  # for a processor, and CPU time, both up to then
        self._limit = self._before = self._end
        self._allowed = cpu_left
        self._wall = self._wall_limit = 0.0

    @property
    def cpu_seconds(self) -> float:
        return (self._read() - self._first) / 1e9

    def allow(self, cpu_left: float) -> None:
        """From here on so much may still be used in this match, seconds."""
        self._end = self._read() + int(cpu_left * 1e9)

    def begin(self, seconds: float) -> None:
        """From here on, so much CPU time. What a thread may have used since the last answer is part of it."""
        self._before = self._cpu
        self._allowed = seconds
        self._limit = min(self._before + int(self._limits.tolerated_seconds(seconds) * 1e9), self._end)
        self._wall = 0.0
        self._wall_limit = self._limits.wall_seconds(seconds)

    @property
    def patience(self) -> float:
        """Seconds that may pass on the wall before the next `tick` can find anything."""
        return max(TICK, min((self._limit - self._cpu) / 1e9 / CORES, self._wall_limit - self._wall))

    def tick(self, wall_seconds: float) -> None:
        """So much has passed. Raises Fault where it was too much."""
        self._wall += wall_seconds
        self._unread += wall_seconds
        before = self._cpu
        self._check_cpu()
        if self._cpu == before and self._is_ready():  # it has waited for a processor all the while
            return
        self._check_sleep()
        if self._wall >= self._wall_limit:
            raise self._timeout(f"no answer in {self._wall_limit:.1f} s by the clock")

    def finish(self, wall_seconds: float) -> None:
        """The answer came. Raises Fault where it came too late."""
        self._unread += wall_seconds
        self._check_cpu()
        if self._unread > SHORT:
            self._check_sleep()

    def stop(self) -> None:
        """Read the clock for the last time: the process is about to be ended."""
        self._read()
        self._over = True

    def end(self, cpu_seconds: float) -> None:
        """The process has ended, and used so much altogether."""
        self._cpu = max(self._cpu, int(cpu_seconds * 1e9))
        self._over = True

    def _read(self) -> int:
        if not self._over:
            try:  # noqa: SIM105  # this is read all the time
                self._cpu = time.clock_gettime_ns(self._clock)
            except OSError:  # it ended just now
                pass
        return self._cpu

    def _check_cpu(self) -> None:
        if self._read() > self._limit:
            match = f"its {self._limits.match_seconds:g} s of CPU time for the match"
            answer = f"the {self._allowed:g} s of CPU time it has for this"
            raise self._timeout(f"it used more than {match if self._limit == self._end else answer}")

    def _timeout(self, what: str) -> Fault:
        """With the CPU time that it took, of which a bit more than was allowed may have passed when it was noticed."""
        seconds = (self._cpu - self._before) / 1e9
        return Fault(FaultKind.TIMEOUT, f"{what}; it took {seconds:.3f} s of CPU time", seconds=seconds)

    def _check_sleep(self) -> None:
        """Bots that sleep before answering, even briefly, delay the match."""
        try:
            waited = int(self._schedule.read_text().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):  # it ended, or this kernel does not count
            return
        idle = self._unread - (self._cpu - self._used) / 1e9 - (waited - self._waited)
        self._slept = max(0.0, self._slept + idle)
        self._wall -= waited - self._waited
        self._unread, self._waited, self._used = 0.0, waited, self._cpu
        allowed = self._limits.sleep_seconds + self._limits.unseen_factor * self.cpu_seconds
        if self._slept > allowed:
            raise self._timeout(f"it slept more than {allowed:.1f} s in this match")

    def _is_ready(self) -> bool:
        """Whether it runs or would if it could: the kernel adds up a wait only when it is over."""
        try:
            return self._state.read_text().rpartition(")")[2].split()[0] == "R"
        except (OSError, IndexError):  # it ended
            return False
