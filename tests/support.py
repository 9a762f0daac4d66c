"""Real Celery processes and a real browser for the tests."""

import os
import shutil
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


def chromium(playwright_path: str) -> str | None:
    """The system's Chromium, else the one that Playwright has downloaded, else None."""
    names = (os.environ.get("SATTI_CHROMIUM"), *map(shutil.which, CHROMIUM_NAMES), playwright_path)
    return next((name for name in names if name and Path(name).exists()), None)


def chromium_flags() -> list[str]:
    return ["--no-sandbox", *CHROMIUM_FLAGS] if os.geteuid() == 0 else CHROMIUM_FLAGS
