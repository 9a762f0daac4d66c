"""Children are kept alive, stopped in order, and given up on with a clear message."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.standalone import process, supervisor
from arena.standalone.engines import ServiceError
from arena.standalone.supervisor import Child, Stopped, Supervisor


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def boss(said: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Supervisor]:
    monkeypatch.setattr(supervisor, "LOOK_EVERY", 0.01)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    boss = Supervisor(said.append)
    boss.take_signals()
    yield boss
    boss.stop()
    for number, handler in before.items():
        signal.signal(number, handler)


def sleeper() -> subprocess.Popen[bytes]:
    return process.spawn([sys.executable, "-c", "import time; time.sleep(600)"])


def test_a_child_that_died_is_started_again(boss: Supervisor, said: list[str]) -> None:
    child = Child("sleeper", sleeper)
    boss.add(child)
    first = child.running
    assert first is not None
    first.kill()
    boss.watch(until=lambda: child.running is not None and child.running is not first)
    assert child.running is not None
    assert child.running.poll() is None
    assert said == ["sleeper stopped with code -9; starting it again in 1 s", "sleeper runs again"]


def test_a_child_that_always_dies_is_given_up_on_with_its_last_words(
    boss: Supervisor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_WAIT", 0.0)
    log = tmp_path / "log"
    command = [sys.executable, "-c", "import sys; sys.exit('no such table')"]
    boss.add(Child("web", lambda: process.spawn(command, log=log), log=log))
    with pytest.raises(ServiceError, match=r"(?s)web stopped with code 1, 6 times in a row.*no such table"):
        boss.watch()


def test_a_child_that_somebody_kills_is_started_again_however_often(
    boss: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "LONGEST_WAIT", 0.0)
    child = Child("sleeper", sleeper)
    boss.add(child)
    for _ in range(2 * supervisor.MOST_RESTARTS):
        before = child.running
        assert before is not None
        before.kill()
        boss.watch(until=lambda before=before: child.running not in (None, before))  # type: ignore[misc]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_children_the_last_first(boss: Supervisor, number: signal.Signals) -> None:
    stopped: list[str] = []

    def child(name: str) -> Child:
        def stop(running: subprocess.Popen[bytes]) -> None:
            stopped.append(name)
            process.stop(running)

        return Child(name, sleeper, stop)

    boss.add(child("database"))
    boss.add(child("web"))
    running = [each.running for each in boss.children]
    os.kill(os.getpid(), number)
    with pytest.raises(Stopped):
        boss.watch()
    boss.stop()
    assert stopped == ["web", "database"]
    assert all(each is not None and each.poll() is not None for each in running)


def test_the_same_signal_by_two_ways_kills_nobody_and_a_later_one_does(
    boss: Supervisor, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = Child("sleeper", sleeper)
    boss.add(child)
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGTERM)
    assert child.running is not None
    assert child.running.poll() is None
    monkeypatch.setattr(supervisor, "SAME_SIGNAL", 0.0)
    os.kill(os.getpid(), signal.SIGTERM)
    assert child.running.wait(10) == -signal.SIGKILL


def test_a_child_that_does_not_listen_is_killed_with_its_own_children(tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    deaf = "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    deaf += "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    deaf += f"open({str(ready)!r}, 'w').write(str(child.pid)); time.sleep(600)"
    child = process.spawn([sys.executable, "-c", deaf])
    while not (ready.exists() and ready.read_text()):
        time.sleep(0.01)
    process.stop(child, seconds=0.1)
    assert child.returncode == -signal.SIGKILL
    grandchild = Path("/proc") / ready.read_text() / "stat"
    deadline = time.monotonic() + 5
    while grandchild.exists() and " Z " not in grandchild.read_text() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not grandchild.exists() or " Z " in grandchild.read_text()


def test_a_second_signal_kills_the_children_of_children_too(boss: Supervisor, tmp_path: Path) -> None:
    ready = tmp_path / "ready"
    family = "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
    family += "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)']);"
    family += f"open({str(ready)!r}, 'w').write(str(child.pid)); time.sleep(600)"
    child = Child("family", lambda: process.spawn([sys.executable, "-c", family]))
    boss.add(child)
    passing = process.spawn([sys.executable, "-c", "import time; time.sleep(600)"])
    boss.passing.append(passing)
    while not (ready.exists() and ready.read_text()):
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGINT)
    boss.stopped_at -= 2 * supervisor.SAME_SIGNAL
    os.kill(os.getpid(), signal.SIGINT)
    assert child.running is not None
    assert child.running.wait(10) == passing.wait(10) == -signal.SIGKILL
    grandchild = Path("/proc") / ready.read_text() / "stat"
    deadline = time.monotonic() + 5
    while grandchild.exists() and " Z " not in grandchild.read_text() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not grandchild.exists() or " Z " in grandchild.read_text()
