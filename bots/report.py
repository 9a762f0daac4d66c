"""What of the sandbox holds on this host: tried with a bot of our own, from inside and from outside."""

import json
import platform
import time
from dataclasses import dataclass
from pathlib import Path

import games
from bots import jail, policy, runtime
from bots.errors import HostFailure, SandboxMissing
from bots.log import Log
from bots.match_info import Match
from bots.policy import Limits
from bots.process import BotProcess
from bots.source import Source

PROBE = Path(__file__).with_name("inside") / "probe.py"


@dataclass(frozen=True)
class Layer:
    """`required`: without it nothing uploaded is run."""

    name: str
    held: bool
    why: str
    required: bool = True


def sandbox_report() -> list[Layer]:
    """Each layer of the sandbox, tried here and now."""
    try:
        here = jail.current()
        status, found = _probe(here)
    except HostFailure as error:
        return [Layer("jail", False, str(error))]
    landlock = here.ready["landlock"]
    depth = len(status["NSpid"].split())
    uid = int(status["Uid"].split()[0])
    return [
        Layer("jail", True, f"{runtime.version()}, Python {here.ready['version']}, Linux {platform.release()}"),
        Layer("ordinary user", uid != 0, f"the kernel knows a bot as user {uid}"),
        Layer("namespaces", found["user"] == 65534 and depth >= 3, "bubblewrap's, and in them each bot's own"),
        _inside(found, "no new namespaces", "unshare"),
        _inside(found, "read-only files", "write"),
        _inside(found, "no /proc", "proc"),
        _inside(found, "empty environment", "environment"),
        Layer("no capabilities", not any(int(status[f"Cap{kind}"], 16) for kind in ("Prm", "Eff", "Bnd")), "not one"),
        Layer("no new privileges", status["NoNewPrivs"] == "1", "programs that give rights give none"),
        Layer(
            "system-call filter", status["Seccomp"] == "2", f"{len(policy.words(policy.ALLOWED_CALLS))} calls allowed"
        ),
        _inside(found, "no processes", "fork"),
        _inside(found, "no network", "socket"),
        _inside(found, "threads bounded", "threads"),
        _inside(found, "memory bounded", "memory"),
        _inside(found, "no shared memory", "shared memory"),
        Layer("no huge pages", status.get("THP_enabled", "0") == "0", "of one unmapped in part all would stay"),
        Layer("landlock", landlock > 0, f"version {landlock}" if landlock else "this kernel has none", required=False),
        _clock(status),
        _closed(here),
        Layer("cgroup", here.cgroup is not None, _cgroup_why(here), required=False),
    ]


def _closed(here: jail.Jail) -> Layer:
    closed = here.ready["closed_bytes"]
    why = f"all but a few GiB of {closed >> 40} TiB" if closed else "this kernel cannot seal (Linux 6.10 and later can)"
    return Layer("addresses closed off", closed > 0, why, required=False)


def _cgroup_why(here: jail.Jail) -> str:
    """What the cgroup does; without one, how much memory there is to run out of."""
    if here.cgroup is not None:
        return f"version {here.cgroup.version}, for each process of a bot: it tells whom the kernel ended for memory"
    meminfo = Path("/proc/meminfo").read_text().split()
    free = int(meminfo[meminfo.index("MemAvailable:") + 1]) // 1024
    room = max(0, free) // (Limits().memory_mb + policy.MOST_EXTRA_MB)
    return (
        f"{here.cgroup_missing}. If this host runs out of memory, a match may be void for what a bot holds within its "
        f"limit: there is room for {room} processes of bots at a time"
    )


def require_sandbox() -> None:
    """Raises SandboxMissing where this host may not run an upload. There is no reduced sandbox to ask for."""
    missing = [layer for layer in sandbox_report() if layer.required and not layer.held]
    if missing:
        raise SandboxMissing("; ".join(f"{layer.name}: {layer.why}" for layer in missing))


def _probe(here: jail.Jail) -> tuple[dict[str, str], dict[str, object]]:
    """What /proc says of a bot's process, and what that found when it tried."""
    log = Log()
    source = Source("probe.py", {"bot.py": PROBE.read_bytes()})
    process = BotProcess(here, source, Limits(), log, cpu_left=60.0)
    try:
        match = Match(games.load("saat-aath"), 1, 1.0, 1.0, Limits().memory_mb, 0)
        process.ask({"type": "match", "match": match.to_json()}, 60.0)
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        status = dict(line.split(":\t", 1) for line in lines)
        before = process.cpu_seconds
        time.sleep(0.1)
        status["thawed"] = str(process.cpu_seconds - before)
    except games.match.Fault as fault:
        raise HostFailure(f"the sandbox's own test failed in it: {fault}") from fault
    finally:
        process.close()
    return status, json.loads(log.text())


def _inside(found: dict[str, object], name: str, key: str) -> Layer:
    """From inside: tried, and refused."""
    return Layer(name, found[key] is not None, str(found[key] or "a bot could"))


def _clock(status: dict[str, str]) -> Layer:
    used = float(status["thawed"])  # each thread still takes note of the signal, some microseconds
    return Layer("frozen between turns", used < 0.02, f"a busy thread of a bot not to act got {used:.4f} s of 0.1 s")
