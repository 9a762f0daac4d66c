"""What of the sandbox holds on this host: tried with a bot of our own, from inside and from outside."""

import json
import platform
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import games
from bots.errors import HostFailure, SandboxMissing
from bots.limits import EXIT_SECONDS, HOST_LIMITS, MOST_EXTRA_MB, Limits
from bots.log import Log
from bots.match_info import Match
from bots.sandbox import jail, namespaces, parts, runtime, syscalls
from bots.sandbox.inside import beneath
from bots.sandbox.process import BotProcess
from bots.source import Source

PROBE = Path(__file__).with_name("inside") / "probe.py"
FROZEN_SECONDS = 0.05
# A bot that takes longer than the 0.01 s of CPU time, or the 0.05 s by the clock, that it is given.
CLOCK = replace(HOST_LIMITS, wall_grace=0.05)
SLOW = b"""
import time
class Bot:
    def act(self, view): pass
    def game_over(self, result):
        end = time.process_time() + result["busy"]
        while time.process_time() < end: pass
        time.sleep(result["asleep"])
"""


@dataclass(frozen=True)
class Layer:
    """`required`: without it nothing uploaded is run."""

    name: str
    held: bool
    why: str
    required: bool = True


def trusted() -> jail.Jail:
    """This process's jail, in which each layer has been tried. Raises SandboxMissing where one does not hold."""
    here = jail.current()
    if not here.trusted:
        require_sandbox()
    return here


def _closed(here: jail.Jail) -> Layer:
    closed, can_seal = here.ready["closed_bytes"], here.ready["can_seal"]
    why = f"all but a few GiB of {closed >> 40} TiB" if closed else "a bot could use all addresses"
    if not can_seal:
        why = "this kernel cannot seal (Linux 6.10 and later can)"
    return Layer(parts.CLOSED_ADDRESSES, closed > 0, why, required=can_seal)


def _cgroup_why(here: jail.Jail) -> str:
    """What the cgroup does; without one, how much memory there is to run out of."""
    if here.cgroup is not None:
        return f"version {here.cgroup.version}, for each process of a bot: it tells whom the kernel ended for memory"
    meminfo = Path("/proc/meminfo").read_text().split()
    free = int(meminfo[meminfo.index("MemAvailable:") + 1]) // 1024
    room = max(0, free) // (Limits().memory_mb + MOST_EXTRA_MB)
    return (
        f"{here.cgroup_missing}. If this host runs out of memory, a match may be void for what a bot holds within its "
        f"limit: there is room for {room} processes of bots at a time"
    )


def require_sandbox() -> None:
    """Raises SandboxMissing where this host may not run an upload. There is no reduced sandbox to ask for."""
    missing = [layer for layer in sandbox_report() if layer.required and not layer.held]
    if missing:
        raise SandboxMissing("; ".join(f"{layer.name}: {layer.why}" for layer in missing))
    jail.current().trusted = True


def sandbox_report() -> list[Layer]:
    """Each layer of the sandbox, tried here and now: a quarter of a second."""
    try:
        here = jail.current()
        seen = _probe(here)
        return list(_layers(here, seen))
    except HostFailure as error:
        return [Layer("jail", False, str(error))]


def _layers(here: jail.Jail, seen: dict[str, Any]) -> Iterator[Layer]:
    status, refused, found = seen["status"], seen["refused"], seen["found"]
    yield Layer("jail", True, f"{runtime.version()}, Python {here.ready['version']}, Linux {platform.release()}")
    uids = {int(word) for word in status["Uid"].split()}
    yield Layer(parts.ORDINARY_USER, 0 not in uids, f"the kernel knows a bot as user {min(uids)}")
    yield from _namespaces(seen)
    yield _beneath(seen, parts.OUTER_FILTER, "refuses what no part of the jail needs")
    yield _beneath(seen, parts.OWN_ROOT, "in memory, with nothing of the host's file systems")
    yield _inside(refused, parts.READ_ONLY_ROOT, "write to /", "write to /satti")
    yield _inside(refused, parts.READ_ONLY_FOLDER, "write to /bot")
    yield _inside(refused, "no /proc", "proc")
    kept = found["environment"]
    yield Layer(parts.ENVIRONMENT, not kept, f"it has {' '.join(kept)[:200]}" if kept else "Python's own settings only")
    there = found["descriptors"]
    yield Layer(parts.DESCRIPTORS, there == [0, 1, 2, 3, 4], f"a bot has {len(there)}, the last is {there[-1]}")
    yield _beneath(seen, parts.CAPABILITIES, "not one, and none to get back")
    yield _beneath(seen, beneath.NO_NEW_PRIVILEGES, "programs that give rights give none")
    yield _beneath(seen, parts.NOT_DUMPABLE, "other processes of its user cannot look into it")
    yield from _limits(here, found)
    yield _inside(refused, "memory bounded", "memory")
    yield _inside(refused, parts.NO_SHARED_MEMORY, "shared memory")
    huge = status.get("THP_enabled", "0") != "0"
    why = "a bot could have huge pages, and of one that is unmapped in part all would stay"
    yield Layer(parts.NO_HUGE_PAGES, not huge, why if huge else "of one that is unmapped in part all would stay")
    yield _closed(here)
    yield _inside(refused, "threads bounded", "threads")
    most, bound = found["most descriptors"], syscalls.RLIMITS["RLIMIT_NOFILE"]
    yield Layer("descriptors bounded", most <= bound, f"a bot could have {most}")
    version = here.ready["landlock"]
    why = refused["canary"] or "a bot could read a file that only landlock keeps from it"
    yield Layer(
        parts.LANDLOCK,
        refused["canary"] is not None and version > 0,
        f"version {version}: {why}" if version else "this kernel has none",
        required=version > 0,
    )
    calls = len(syscalls.words(syscalls.ALLOWED_CALLS))
    held = refused["filter"] is not None
    yield Layer(parts.FILTER, held, f"{calls} calls allowed" if held else "a bot could make calls that it must not")
    yield _inside(refused, "no processes", "fork")
    yield _inside(refused, "no network", "socket")
    yield from seen["runner"]
    yield Layer("cgroup", here.cgroup is not None, _cgroup_why(here), required=False)


def _namespaces(seen: dict[str, Any]) -> Iterator[Layer]:
    """By their numbers, of this process, the jail, and two bots; and what a bot sees of its own."""
    if isinstance(seen["namespaces"], OSError):
        yield Layer("namespaces", False, str(seen["namespaces"]))
        return
    runner, outer, one, two = seen["namespaces"]
    uid, gid, pid, parent = seen["found"]["user"]
    wrong = dict(seen["beneath"])
    if (uid, gid) != (65534, 65534):
        wrong[parts.OWN["user"]] = f"a bot is user {uid} of group {gid} in it"
    if (pid, parent) != (1, 0):
        wrong[parts.OWN["pid"]] = f"a bot is process {pid} in it, and its parent {parent}"
    for kind in namespaces.KINDS:
        name = parts.OUTER.get(kind, f"outer {kind} namespace")
        yield Layer(name, runner[kind] != outer[kind], f"the jail's is {outer[kind]}, the runner's {runner[kind]}")
    for kind, name in parts.OWN.items():
        shared = len({runner[kind], outer[kind], one[kind], two[kind]}) < 4 - (runner[kind] == outer[kind])
        seen_inside = wrong.get(name, "two bots, or a bot and the jail, have the same" if shared else "")
        yield Layer(name, not seen_inside, seen_inside or f"a bot's is {one[kind]}, another's {two[kind]}")


def _limits(here: jail.Jail, found: dict[str, Any]) -> Iterator[Layer]:
    wanted = syscalls.RLIMITS | {parts.ADDRESS_SPACE: here.address_space(Limits().memory_mb)}
    for name, value in wanted.items():
        there = found["limits"][name]
        yield Layer(name, there == [value, value], f"{there[0]} and {there[1]}, of {value}")


def _beneath(seen: dict[str, Any], name: str, why: str) -> Layer:
    return Layer(name, name not in seen["beneath"], seen["beneath"].get(name, why))


def _inside(refused: dict[str, str | None], name: str, *keys: str) -> Layer:
    """From inside: tried, and refused."""
    could = [key for key in keys if refused[key] is None]
    return Layer(name, not could, f"a bot could {could[0]}" if could else str(refused[keys[0]]))


def _probe(here: jail.Jail) -> dict[str, Any]:
    """What a bot's process found when it tried, and what is seen of it from here. Raises HostFailure."""
    log = Log()
    one = two = None
    try:
        one = _start(here, PROBE.read_bytes(), log, Limits())
        two = _start(here, SLOW, Log(), CLOCK)
        seen: dict[str, Any] = json.loads(log.text())
        lines = Path(f"/proc/{one.pid}/status").read_text().splitlines()
        seen["status"] = dict(line.split(":\t", 1) for line in lines)
        try:
            seen["namespaces"] = namespaces.of([_own_pid(), here.pid, one.pid, two.pid])
        except OSError as error:
            seen["namespaces"] = error
        seen["runner"] = [_frozen(one, log), _clock(two, "CPU clock", {"busy": 0.3, "asleep": 0})]
        two.close()
        two = None
        two = _start(here, SLOW, Log(), CLOCK)
        seen["runner"].append(_clock(two, "clock on the wall", {"busy": 0, "asleep": 1.0}))
    except (games.match.Fault, OSError, ValueError) as error:
        raise HostFailure(f"the sandbox's own test failed in it: {error}") from error
    finally:
        for process in (one, two):
            if process is not None:
                process.close()
    return seen


def _start(here: jail.Jail, code: bytes, log: Log, limits: Limits) -> BotProcess:
    process = BotProcess(here, Source("probe.py", {"bot.py": code}), limits, log, cpu_left=60.0, probe=True)
    try:
        match = Match(games.load("saat-aath"), 1, 1.0, 1.0, Limits().memory_mb, 0)
        process.ask({"type": "match", "match": match.to_json()}, 60.0)
    except BaseException:
        process.close()
        raise
    return process


def _own_pid() -> int:
    return int(Path("/proc/self").readlink().name)


def _frozen(process: BotProcess, log: Log) -> Layer:
    """A thread that never waits must see that the others' turn took no time of its own."""
    end = time.monotonic() + EXIT_SECONDS
    before = -1.0
    while time.monotonic() < end and (_states(process.pid) != {"T"} or process.cpu_seconds != before):
        before = process.cpu_seconds  # a stopped thread may be on its last way to the scheduler
        time.sleep(0.005)
    time.sleep(FROZEN_SECONDS)
    used, states = process.cpu_seconds - before, _states(process.pid)
    process.ask({"type": "game_over", "result": {}}, 10.0)
    gap = json.loads(log.text().splitlines()[-1])["gap"]
    held = states == {"T"} and used == 0 and gap >= FROZEN_SECONDS
    why = f"in {FROZEN_SECONDS} s a busy thread of a bot not to act got {used:.4f} s, and noticed {gap:.4f} s pass"
    return Layer("frozen between turns", held, why)


def _states(pid: int) -> set[str]:
    """Of all threads of a process: T is stopped."""
    tasks = Path(f"/proc/{pid}/task").glob("*/stat")
    return {task.read_text().rpartition(")")[2].split()[0] for task in tasks}


def _clock(process: BotProcess, name: str, result: dict[str, float]) -> Layer:
    """Asked for what takes longer than it may."""
    try:
        process.ask({"type": "game_over", "result": result}, 0.01)
    except games.match.Fault as fault:
        return Layer(name, str(fault.kind) == "timeout", str(fault))
    return Layer(name, False, f"a bot could take longer than it may: {result}")
