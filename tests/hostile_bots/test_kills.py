"""kill -9 of a runner, a jail or a bot at any moment: nothing is left, and trying again finishes what was cut short."""

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bots import HostReason
from tests.hostile_bots.test_leftovers import ROOT, children, on_the_host, runs

RUNNER = """
import hashlib, json
import bots
from bots.sandbox import jail
from tests.bots import tables
def say(**message):
    print(json.dumps(message), flush=True)
while True:
    try:
        place = jail.current()
        say(jail=place.pid, group=str(place.cgroup.path) if place.cgroup else "")
        replay = tables.play(tables.HONEST, tables.HONEST, boards=6).replay
        say(done=hashlib.sha256(json.dumps(replay).encode()).hexdigest())
    except bots.HostFailure as failure:
        say(void=failure.reason, why=str(failure)[:200])
"""
END_SECONDS = 5.0
REASONS = [reason for reason in HostReason if reason not in (HostReason.RUNNER, HostReason.SANDBOX_MISSING)]


class Runner:
    def __init__(self) -> None:
        self.void: list[dict[str, str]] = []
        self.process = subprocess.Popen(
            [sys.executable, "-c", RUNNER],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": f"{ROOT}:{ROOT}/platform", "PATH": os.environ["PATH"]},
        )

    def hear(self, key: str) -> Any:
        """The next message of this kind. What is void meanwhile is added to `void`."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            message = json.loads(line)
            if "void" in message:
                self.void.append(message)
            if key in message:
                return message[key]
        raise EOFError("the runner ended")

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


def gone(pids: list[int]) -> bool:
    end = time.monotonic() + END_SECONDS
    while any(runs(pid) for pid in pids):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def campaign(kills: int, seed: int) -> dict[str, int]:
    """Kill so many times. Returns how often each of the three, and how many matches were void and tried again."""
    rng = random.Random(seed)
    before = on_the_host()
    counts = dict.fromkeys(("runner", "jail", "bot", "void"), 0)
    runner = Runner()
    hurt = 0  # how often a jail or a bot of this runner was killed: each makes one match void, at the most
    try:
        expected = runner.hear("done")
        for _ in range(kills):
            victim = rng.choice(("runner", "jail", "bot"))
            jail = runner.hear("jail")
            time.sleep(rng.random() * 0.15)
            inside = children(jail)
            counts[victim] += 1
            if victim == "runner":
                below = [jail, *inside, *children(runner.process.pid)]
                counts["void"] += len(runner.void)
                runner.close()
                assert gone(below), "processes outlived their runner by 5 s"
                runner, hurt = Runner(), 0
            else:
                hurt += 1
                dead = jail if victim == "jail" else rng.choice(inside or [jail])
                with contextlib.suppress(ProcessLookupError):  # its match was over
                    os.kill(dead, signal.SIGKILL)
                assert gone([*inside, jail] if dead == jail else [dead])
            assert runner.hear("done") == expected
            assert len(runner.void) <= hurt, runner.void
            assert {message["void"] for message in runner.void} <= set(REASONS)
    finally:
        runner.close()
    counts["void"] += len(runner.void)
    assert on_the_host() == before
    return counts


def test_nothing_is_left_and_nothing_is_void_that_a_second_try_could_finish():
    counts = campaign(4, seed=8)
    assert all(counts[victim] for victim in ("runner", "jail", "bot"))


@pytest.mark.long
def test_after_a_hundred_kills_either():
    print(campaign(100, seed=100))


def test_empty_groups_of_a_killed_runner_are_removed_by_the_next():
    first = Runner()
    group = first.hear("group")
    first.close()
    if not group:
        pytest.skip("this host lends no cgroup")
    second = Runner()
    second.hear("done")
    second.close()
    assert not Path(group).exists()
