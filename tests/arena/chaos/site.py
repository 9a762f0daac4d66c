"""A whole site of a test's own, as `satti serve` runs it, and a hand that kills parts of it."""

import json
import os
import random
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arena.standalone.arena import environment
from tests.arena.chaos import processes
from tests.arena.cli.satti import PATH, WITHOUT_SERVERS, command

# The children of `satti serve`, each by a word of its command.
PROGRAMS = {
    "database": "postgres",
    "broker": "valkey",
    "worker": " --hostname=worker@",
    "checker": " --hostname=checker@",
    "beat": " beat ",
    "web": "arena.standalone.web",
}
# What can be killed, and how often one is chosen. Pool processes and sandboxes belong to a worker, which lives on.
WEIGHTS = {
    "database": 2,
    "broker": 2,
    "worker": 4,
    "checker": 1,
    "beat": 1,
    "web": 1,
    "pool process": 3,
    "sandbox": 3,
    "everything": 1,
}

# What takes its time by default is quick here, and a task's message comes again while it is still worked on.
HASTE = {"MATCH_LEASE_SECONDS": "4", "SWEEP_SECONDS": "2", "TASK_VISIBILITY_SECONDS": "1", "LADDER_MATCHES": "0"}


class Site:
    def __init__(self, data: Path) -> None:
        """`data`: an empty folder with a short path, for sockets lie below it."""
        self.data = data
        self.arena: subprocess.Popen[bytes] | None = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        (data / "tmp").mkdir()

    def environment(self) -> dict[str, str]:
        """What a program needs to know to take part in it, from the first start on."""
        return environment(self.data) | HASTE

    def start(self, *, seconds: float = 120) -> None:
        """Returns when the site says that all is well."""
        words = ("serve", "--data", self.data, "--port", self.port, "--workers", 2, "--no-demo")
        with (self.data / "serve.log").open("ab") as log:
            env = WITHOUT_SERVERS | HASTE | {"PYTHONPATH": PATH, "TMPDIR": str(self.data / "tmp")}
            self.arena = subprocess.Popen(command(*words), env=env, stdout=log, stderr=log, start_new_session=True)
        deadline = time.monotonic() + seconds
        while self.health()[0] != 200:
            self.must_be_alive()
            assert time.monotonic() < deadline, self.health()
            time.sleep(0.2)

    def must_be_alive(self) -> None:
        assert self.arena is not None
        assert self.arena.poll() is None, f"`satti serve` has ended with code {self.arena.returncode}"

    def health(self) -> tuple[int, dict[str, Any]]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/", timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, json.load(error)
        except OSError as error:
            return 0, {"error": str(error)}

    def running(self, program: str) -> int | None:
        """Its process."""
        assert self.arena is not None
        for pid in processes.children(self.arena.pid):
            if PROGRAMS[program] in f"{processes.describe(pid)} ":
                return pid
        return None

    @contextmanager
    def paused(self, program: str) -> Iterator[None]:
        """It runs, and does and answers nothing."""
        pid = self.running(program)
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)

    def kill(self, part: str, rng: random.Random) -> bool:
        """kill -9. False where there is nothing to kill at the moment.

        Half of the time a program's first process alone is killed, and those below it have to notice by themselves.
        """
        assert self.arena is not None
        if part == "everything":
            self.arena.kill()
            self.arena.wait()
            self.start(seconds=180)
            return True
        if part in PROGRAMS:
            pid = self.running(part)
            if pid is not None:
                (os.killpg if rng.random() < 0.5 else os.kill)(pid, signal.SIGKILL)
            return pid is not None
        workers = [pid for pid in map(self.running, ("worker", "checker")) if pid is not None]
        pids = [pool for worker in workers for pool in processes.children(worker)]
        if part == "sandbox":
            pids = [pid for pool in pids for pid in processes.descendants(pool)]
        if pids:
            os.kill(rng.choice(sorted(pids)), signal.SIGKILL)
        return bool(pids)

    def left_behind(self) -> list[str]:
        """Processes that outlived their parents, and files in the temp folder: Celery's folders there stay empty."""
        known = {self.arena.pid} if self.arena and self.arena.poll() is None else set()
        return processes.orphans(known) + [str(path) for path in (self.data / "tmp").rglob("*") if path.is_file()]

    def stop(self) -> int:
        """As an operator would. Returns its exit code."""
        assert self.arena is not None
        self.arena.terminate()
        return self.arena.wait(60)

    def logs(self) -> str:
        """Their ends."""
        return "\n".join(
            f"--- {path.name}\n{path.read_text(errors='replace')[-6000:]}" for path in self.data.rglob("*.log")
        )
