"""Time: what a process uses counts, what the host takes does not."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

import bots
from bots.sandbox.meter import Meter
from games.match import Fault


@pytest.fixture
def busy() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    yield process.pid
    process.kill()
    process.wait()


@pytest.fixture
def idle() -> Iterator[int]:
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    time.sleep(0.1)
    yield process.pid
    process.kill()
    process.wait()


def keep_ticking(meter: Meter) -> None:
    while True:
        time.sleep(0.01)
        meter.tick(0.01)


def test_cpu_time_of_another_process_is_counted(busy: int):
    meter = Meter(busy, bots.Limits(), 60.0)
    meter.begin(0.1)
    with pytest.raises(Fault, match=r"0\.1 s of CPU time"):
        keep_ticking(meter)
    assert meter.cpu_seconds >= 0.1


def test_the_match_has_a_limit_of_its_own(busy: int):
    meter = Meter(busy, bots.Limits(match_seconds=0.05), 0.05)
    meter.begin(10.0)
    with pytest.raises(Fault, match="for the match"):
        keep_ticking(meter)


def test_a_sleeper_is_caught_by_the_clock_on_the_wall(idle: int):
    meter = Meter(idle, bots.Limits(wall_factor=10, wall_grace=0.5, sleep_seconds=100), 60.0)
    meter.begin(0.1)
    meter.tick(1.0)
    with pytest.raises(Fault, match=r"1\.5 s by the clock"):
        meter.tick(1.0)


def test_sleep_adds_up_over_the_match(idle: int):
    meter = Meter(idle, bots.Limits(sleep_seconds=1.0), 60.0)
    for _ in range(3):
        meter.begin(1.0)
        meter.tick(0.3)
        meter.finish(0.0)
    meter.begin(1.0)
    with pytest.raises(Fault, match="slept more than 1"):
        meter.tick(0.3)


def test_the_shortest_sleeps_add_up_too(idle: int):
    meter = Meter(idle, bots.Limits(sleep_seconds=1.0), 60.0)

    def answers() -> None:
        for _ in range(300):
            meter.begin(1.0)
            meter.finish(0.005)

    with pytest.raises(Fault, match="slept more than 1"):
        answers()


def test_waiting_for_a_processor_is_no_sleep():
    """Three busy loops share one core: each of them is off it most of the time."""
    core = {min(os.sched_getaffinity(0))}
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        for loop in loops:
            os.sched_setaffinity(loop.pid, core)
        meter = Meter(loops[0].pid, bots.Limits(sleep_seconds=0.3), 60.0)
        meter.begin(10.0)
        began = time.monotonic()
        while time.monotonic() < began + 1.5:
            time.sleep(0.1)
            meter.tick(0.1)
        assert meter.cpu_seconds < 1.0
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def test_a_long_wait_for_a_processor_is_no_sleep_even_before_it_is_over(busy: int):
    """It runs only where nobody else would, and somebody else always does."""
    core = {min(os.sched_getaffinity(0))}
    os.sched_setaffinity(busy, core)
    os.sched_setscheduler(busy, os.SCHED_IDLE, os.sched_param(0))
    loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        os.sched_setaffinity(loop.pid, core)
        meter = Meter(busy, bots.Limits(sleep_seconds=0.05, unseen_factor=0.0, wall_factor=0.0, wall_grace=0.2), 60.0)
        meter.begin(10.0)
        for _ in range(150):
            began = time.monotonic()
            time.sleep(0.01)
            meter.tick(time.monotonic() - began)
        assert meter.cpu_seconds < 1.0
    finally:
        loop.kill()
        loop.wait()


def test_of_a_process_that_ended_the_last_reading_stays():
    meter = Meter(1 << 22, bots.Limits(), 60.0)  # no such process
    meter.end(0.25)
    assert meter.cpu_seconds == 0.25
