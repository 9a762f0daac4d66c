"""The jail lives as long as its runner, and leaves nothing behind whatever happens to either."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import bots
from bots.log import Log
from bots.sandbox import jail
from bots.sandbox.inside import zygote
from bots.sandbox.process import BotProcess
from tests.bots import tables

ROOT = Path(__file__).parents[3]
RUNNER = """
import os, sys, threading, time
from bots.sandbox import jail
from bots.log import Log
from bots.sandbox.process import BotProcess
from tests.bots import tables
place = jail.current()
made = [BotProcess(place, tables.source(tables.HONEST), tables.QUICK, Log(), 60.0) for _ in range(2)]
print(*[place.pid, *(each.pid for each in made)], flush=True)
{then}
"""


@pytest.fixture
def place() -> Iterator[jail.Jail]:
    made = jail.Jail()
    yield made
    made.close()


def start(place: jail.Jail) -> BotProcess:
    return BotProcess(place, tables.source(tables.HONEST), tables.QUICK, Log(), 60.0)


def runner(then: str) -> tuple["subprocess.Popen[str]", list[int]]:
    """Another process with a jail and two bots in it; their numbers."""
    command = [sys.executable, "-c", RUNNER.format(then=then)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": str(ROOT)})
    assert process.stdout is not None
    pids = [int(word) for word in process.stdout.readline().split()]
    assert len(pids) == 3
    return process, pids


def runs(pid: int) -> bool:
    """Zombies do not: whoever adopts orphans here may be slow to bury them."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(condition: Callable[[], bool], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_nothing_is_left_when_the_runner_is_killed(how: signal.Signals):
    process, pids = runner("time.sleep(600)")
    assert all(runs(pid) for pid in pids)
    process.send_signal(how)
    process.wait()
    assert until(lambda: not any(runs(pid) for pid in pids)), pids


def test_nothing_is_left_when_the_runner_ends():
    process, pids = runner("")
    assert process.wait() == 0
    assert until(lambda: not any(runs(pid) for pid in pids)), pids


def test_nothing_is_left_when_a_runner_with_children_of_its_own_is_killed():
    """A forked child holds the jail's socket open; the jail must not live on with it."""
    process, pids = runner("child = os.fork()\ntime.sleep(600 if child else 3)\nos._exit(0)")
    process.kill()
    process.wait()
    assert until(lambda: not any(runs(pid) for pid in pids), 2.5), pids


def test_the_jail_outlives_the_thread_that_asked_for_it():
    process, pids = runner("""
import sys; sys.stdin.close()
""")
    process.wait()
    code = """
import threading
from bots.sandbox import jail
thread = threading.Thread(target=jail.current)
thread.start(); thread.join()
import time; time.sleep(0.3)
assert jail.current().alive
from tests.bots import tables
assert tables.faults(tables.play(tables.HONEST)) == []
"""
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={"PYTHONPATH": str(ROOT)}, check=True)
    assert not any(runs(pid) for pid in pids)


def test_mounts_and_files_of_the_host_stay_as_they_are():
    before = Path("/proc/self/mountinfo").read_text(), sorted(os.listdir("/tmp"))
    process, _ = runner("")
    process.wait()
    after = Path("/proc/self/mountinfo").read_text(), sorted(os.listdir("/tmp"))
    assert after[0] == before[0]
    assert not [name for name in set(after[1]) - set(before[1]) if "satti" in name and "tests" not in name]


def test_matches_leave_no_descriptors_and_no_processes(place: jail.Jail, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jail, "current", lambda: place)
    tables.play(tables.HONEST)
    before = set(os.listdir("/proc/self/fd"))
    for code in (tables.HONEST, tables.acting("1 / 0"), tables.acting("os._exit(3)"), "import nowhere"):
        tables.play(code, tables.HONEST)
    assert len(os.listdir("/proc/self/fd")) == len(before)
    children = Path(f"/proc/{place.pid}/task/{place.pid}/children")
    assert until(lambda: len(children.read_text().split()) <= zygote.SPARES)


def test_a_jail_that_died_is_started_again():
    first = jail.current()
    os.kill(first.pid, signal.SIGKILL)
    assert until(lambda: not first.alive)
    assert tables.faults(tables.play(tables.HONEST)) == []
    assert jail.current() is not first


def test_a_jail_that_dies_in_a_match_makes_it_void(place: jail.Jail, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jail, "current", lambda: place)
    with pytest.raises(bots.HostFailure, match="jail"):
        tables.play(tables.HONEST, boards=50, on_game=lambda *_: os.kill(place.pid, signal.SIGKILL))


def test_a_jail_that_dies_while_it_is_asked_for_a_bot_is_noticed_at_once(place: jail.Jail):
    os.kill(place.pid, signal.SIGSTOP)
    end = threading.Timer(0.3, os.kill, (place.pid, signal.SIGKILL))
    end.start()
    with pytest.raises(bots.HostFailure, match="the jail ended"):
        place.fork(64)
    end.join()


def test_a_bot_killed_from_outside_makes_the_match_void(place: jail.Jail):
    process = start(place)
    os.kill(process.pid, signal.SIGKILL)
    with pytest.raises(bots.HostFailure, match="killed from outside"):
        process.ask({"type": "game_over", "result": {}}, 1.0)
    process.close()


def test_a_bot_that_cannot_be_confined_is_the_hosts_failure(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jail.filters, "inner", lambda **_: b"no program")
    place = jail.Jail()
    with pytest.raises(bots.HostFailure, match=r"confined: OSError.*prctl"):
        start(place)
    place.close()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may look")
def test_every_bot_is_in_namespaces_of_its_own(place: jail.Jail):
    one, two = start(place), start(place)
    for kind in ("user", "pid", "mnt", "net", "ipc", "uts", "cgroup"):
        links = {os.readlink(f"/proc/{pid}/ns/{kind}") for pid in (os.getpid(), place.pid, one.pid, two.pid)}
        assert len(links) == 4, kind
    status = Path(f"/proc/{one.pid}/status").read_text()
    assert "\nNSpid:\t" + f"{one.pid}\t" in status
    assert "\nSeccomp:\t2\n" in status
    assert "\nCapBnd:\t0000000000000000\n" in status
    one.close()
    two.close()


def test_a_bot_is_frozen_between_questions(place: jail.Jail):
    process = start(place)
    process.ask({"type": "game_over", "result": {}}, 1.0)
    stat = Path(f"/proc/{process.pid}/stat")
    assert until(lambda: stat.read_text().rsplit(")", 1)[1].split()[0] == "T")
    process.close()
    assert until(lambda: not runs(process.pid))


def test_matches_in_two_threads_do_not_disturb_each_other():
    outcomes: list[bots.Outcome] = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(tables.play(tables.HONEST, tables.HONEST))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(outcomes) == 2
    assert outcomes[0].replay == outcomes[1].replay


def test_a_forked_runner_starts_a_jail_of_its_own():
    mine = jail.current().pid
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writer, str(jail.current().pid).encode())
        os._exit(0)
    assert select.select([reader], [], [], 60)[0]
    assert int(os.read(reader, 20)) != mine
    os.waitpid(child, 0)
    assert jail.current().pid == mine
    assert jail.current().alive


def test_other_systems_are_told_that_they_cannot(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(bots.SandboxMissing, match="Linux"):
        jail.current()


def test_a_host_without_namespaces_refuses_and_says_why(monkeypatch: pytest.MonkeyPatch):
    """Stood for by a bubblewrap that may not: as inside a container that forbids user namespaces."""
    monkeypatch.setattr(jail.syscalls, "BUBBLEWRAP", jail.syscalls.BUBBLEWRAP + " --userns 99")
    monkeypatch.setattr(jail, "_current", None)
    with pytest.raises(bots.SandboxMissing, match="does not start here"):
        bots.require_sandbox()
    assert [layer.held for layer in bots.sandbox_report()] == [False]
    with pytest.raises(bots.SandboxMissing):
        tables.play(tables.HONEST)
