"""Real Celery processes, a real web server and a real browser for the tests."""

import os
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from arena.standalone import process

ROOT = Path(__file__).resolve().parent.parent
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CHROMIUM_FLAGS = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
NO_CHROMIUM = "no Chromium here: `apt-get install chromium` as root, or `.venv/bin/playwright install chromium`"


@dataclass
class Celery:
    """A Celery process and the file its output goes to."""

    process: subprocess.Popen[bytes]
    log: Path

    def wait_for(self, text: str, *, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while text not in (output := self.output()):
            assert self.process.poll() is None, f"Celery stopped with code {self.process.returncode}:\n{output}"
            assert time.monotonic() < deadline, f"Celery did not say {text!r} in {seconds} s:\n{output}"
            time.sleep(0.02)

    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def stop(self) -> None:
        process.stop(self.process, seconds=15)


def start_celery(*words: str, database_url: str, log: Path) -> Celery:
    """`celery -A arena.celery_app WORDS` on that database and this process's Valkey database."""
    environment = os.environ | {"DATABASE_URL": database_url, "PYTHONPATH": f"{ROOT / 'platform'}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-m", "celery", "-A", "arena.celery_app", *words]
    return Celery(process.spawn(command, log=log, env=environment), log)


@dataclass
class Web:
    """A web server's process, its address and the file its output goes to."""

    process: subprocess.Popen[bytes]
    url: str
    log: Path

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def wait(self, *, seconds: float = 60) -> None:
        """Return when it answers anything."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return
            except OSError:
                assert self.process.poll() is None, f"the web server stopped:\n{self.log.read_text()}"
                assert time.monotonic() < deadline, f"the web server did not answer:\n{self.log.read_text()}"
                time.sleep(0.05)

    def stop(self) -> None:
        process.stop(self.process, seconds=15)


def start_web(*words: str, log: Path, **environment: str) -> Web:
    """`python -m arena.standalone.web WORDS` on a free port, with these environment variables besides ours."""
    port = free_port()
    path = os.pathsep.join([str(ROOT / "platform"), str(ROOT), os.environ.get("PYTHONPATH", "")])
    env = os.environ | {"PYTHONPATH": path} | environment
    command = [sys.executable, "-P", "-m", "arena.standalone.web", f"--port={port}", *words]
    return Web(process.spawn(command, log=log, env=env), f"http://127.0.0.1:{port}", log)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def chromium(playwright_path: str) -> str | None:
    """The system's Chromium, else the one that Playwright has downloaded, else None."""
    names = (os.environ.get("SATTI_CHROMIUM"), *map(shutil.which, CHROMIUM_NAMES), playwright_path)
    return next((name for name in names if name and Path(name).exists()), None)


def chromium_flags() -> list[str]:
    return ["--no-sandbox", *CHROMIUM_FLAGS] if os.geteuid() == 0 else CHROMIUM_FLAGS
