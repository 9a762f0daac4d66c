"""A runner killed with -9 in the middle of an attack leaves no process, mount, file or shared memory behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bots.sandbox.inside import zygote
from bots.sandbox.syscalls import UNPRIVILEGED_ID

ROOT = Path(__file__).parents[2]
RUNNER = """
import dataclasses, sys
from bots import attacks
from bots.sandbox import jail
attack = next(attack for attack in attacks.attacks() if attack.name == sys.argv[1])
limits = {"action_seconds": 10.0, "start_seconds": 60.0, "sleep_seconds": 60.0, "output_bytes": 1 << 40}
print(jail.current().pid, flush=True)
while True:
    attacks.run(dataclasses.replace(attack, limits=limits))
"""


def runs(pid: int) -> bool:
    """Zombies do not: whoever adopts orphans here may be slow to bury them."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(condition: Callable[[], bool]) -> bool:
    end = time.monotonic() + 20
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def children(pid: int) -> list[int]:
    return [int(word) for path in Path(f"/proc/{pid}/task").glob("*/children") for word in path.read_text().split()]


def on_the_host() -> tuple[str, list[str], list[str]]:
    """Mounts; files of the bots' user; System V shared memory of theirs."""
    files = [
        str(path)
        for folder in ("/tmp", "/dev/shm", "/var/tmp", "/dev/mqueue")
        for path in Path(folder).glob("*")
        if path.lstat().st_uid in (UNPRIVILEGED_ID, 65534)
    ]
    shared = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
    return Path("/proc/self/mountinfo").read_text(), files, [row for row in shared if str(UNPRIVILEGED_ID) in row]


@pytest.mark.parametrize(
    "name",
    [
        "an endless loop",
        "its work done by threads while it waits",
        "signals ignored and blocked",
        "a fork bomb",
        "a flood: \"print('x' * 1000)\"",
        "never answers: 'time.sleep(600)'",
    ],
)
def test_nothing_is_left_when_the_runner_is_killed_in_the_middle(name: str):
    before = on_the_host()
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    process = subprocess.Popen(
        [sys.executable, "-c", RUNNER, name], cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment
    )
    assert process.stdout is not None
    jail = int(process.stdout.readline())
    assert until(lambda: len(children(jail)) > zygote.SPARES)  # the players are there
    time.sleep(0.3)  # and the attack is on
    everything = [jail, *children(jail), *children(process.pid)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert until(lambda: not any(runs(pid) for pid in everything)), [pid for pid in everything if runs(pid)]
    assert on_the_host() == before
