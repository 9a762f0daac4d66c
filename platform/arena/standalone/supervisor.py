"""Keeps child processes alive until it is told to stop, then stops them in reverse order."""

import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from arena.standalone import process
from arena.standalone.engines import ServiceError, tail

LOOK_EVERY = 0.25  # seconds
HEALTHY_AFTER = 10.0  # a child that lived so long has not failed to start
MOST_RESTARTS = 5  # in a row, before the supervisor gives up
LONGEST_WAIT = 15.0
SAME_SIGNAL = 1.0  # `make` passes on what a terminal or a supervisor has sent to the whole group


class Stopped(Exception):
    """SIGINT or SIGTERM came."""


@dataclass
class Child:
    """How to start and stop one program. `start` returns it running, or raises ServiceError or OSError."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    stop: Callable[[subprocess.Popen[bytes]], None] = process.stop
    log: Path | None = None
    running: subprocess.Popen[bytes] | None = field(default=None, init=False)
    started_at: float = field(default=0.0, init=False)
    failures: int = field(default=0, init=False)
    again_at: float = field(default=0.0, init=False)

    def begin(self) -> None:
        self.running = None
        self.running = self.start()
        self.started_at = time.monotonic()

    def end(self) -> None:
        if self.running is not None:
            self.stop(self.running)
            self.running = None


class Supervisor:
    """`say` gets a line about everything that is worth one. Use from the main thread: it takes SIGINT and SIGTERM."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.children: list[Child] = []
        self.passing: list[subprocess.Popen[bytes]] = []  # programs that run to their end, to be killed with the others
        self.stopping = threading.Event()
        self.stopped_at = 0.0

    def take_signals(self) -> None:
        """SIGINT or SIGTERM stops in order; another one, later than the same one coming by two ways, kills."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._on_signal)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if not self.stopping.is_set():
            self.stopped_at = now
        elif now - self.stopped_at > SAME_SIGNAL:
            for child in self.children:
                if child.running is not None:
                    process.kill_group(child.running)
            for passing in self.passing:
                process.kill_group(passing)
        self.stopping.set()

    def add(self, child: Child) -> None:
        """Start a child now; from here on it is kept alive."""
        self.children.append(child)
        child.begin()

    def watch(self, until: Callable[[], bool] = lambda: False) -> None:
        """Keep all children alive until `until` says so. Raises Stopped when told to stop, ServiceError to give up."""
        while not until():
            for child in self.children:
                self._look_after(child)
            if self.stopping.wait(LOOK_EVERY):
                raise Stopped

    def _look_after(self, child: Child) -> None:
        now = time.monotonic()
        if child.running is not None and (code := child.running.poll()) is not None:
            child.running = None
            healthy = code == -signal.SIGKILL or now - child.started_at > HEALTHY_AFTER  # killed by somebody else
            child.failures = 1 if healthy else child.failures + 1
            self._plan(child, f"stopped with code {code}")
        elif child.running is None and now >= child.again_at:
            try:
                child.begin()
                self.say(f"{child.name} runs again")
            except (ServiceError, OSError) as error:
                child.failures += 1
                self._plan(child, f"does not start: {error}")

    def _plan(self, child: Child, what: str) -> None:
        if child.failures > MOST_RESTARTS:
            last = f":\n{tail(child.log)}" if child.log else ""
            raise ServiceError(f"{child.name} {what}, {child.failures} times in a row{last}")
        wait = min(2.0 ** (child.failures - 1), LONGEST_WAIT)
        child.again_at = time.monotonic() + wait
        self.say(f"{child.name} {what}; starting it again in {wait:.0f} s")

    def stop(self) -> None:
        for child in reversed(self.children):
            child.end()
