"""Runner and bots share a core while they take turns, and the runner is free again afterwards."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bots.log import Log
from bots.match_info import Match
from bots.sandbox import core, jail
from bots.sandbox.process import BotProcess
from tests.bots import tables

QUESTION = {"type": "match", "match": Match(tables.game(), 1, 1.0, 1.0, 256, 0).to_json()}


@pytest.fixture
def place() -> Iterator[core.Core]:
    made = core.Core()
    yield made
    made.leave()


def test_it_is_held_until_it_is_left(place: core.Core):
    before = os.sched_getaffinity(0)
    number = place.hold()
    assert place.hold() == number
    assert os.sched_getaffinity(0) == {number}
    place.leave()
    place.leave()
    assert os.sched_getaffinity(0) == before


def test_now_and_then_the_kernel_chooses_anew(place: core.Core, monkeypatch: pytest.MonkeyPatch):
    before = os.sched_getaffinity(0)
    number = place.hold()
    monkeypatch.setattr(core, "SECONDS", 0.0)
    assert place.hold() == number  # for this question bots stay, while the runner may be woken anywhere
    assert os.sched_getaffinity(0) == before
    assert os.sched_getaffinity(0) >= {place.hold()} == os.sched_getaffinity(0)


def test_each_thread_has_its_own(place: core.Core):
    place.hold()
    found = []

    def look() -> None:
        place.leave()  # nothing of this thread's
        found.append(os.sched_getaffinity(0))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [os.sched_getaffinity(0)]


def test_a_bot_runs_where_the_runner_waits():
    process = BotProcess(jail.current(), tables.source(tables.HONEST), tables.QUICK, Log(), 60.0)
    try:
        process.ask(QUESTION, 10.0)
        assert os.sched_getaffinity(process.pid) == os.sched_getaffinity(0)
        assert len(os.sched_getaffinity(0)) == 1
    finally:
        process.close()


def test_after_a_match_the_runner_may_run_anywhere():
    before = os.sched_getaffinity(0)
    tables.play(tables.HONEST, tables.acting("os._exit(0)"), boards=2)
    assert os.sched_getaffinity(0) == before
    assert all(os.sched_getaffinity(int(task.name)) == before for task in Path("/proc/self/task").iterdir())
