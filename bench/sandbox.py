"""What the sandbox costs: a match in it against the same match in one process; a ready bot against a bare fork."""

import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import Any

import bots
import games
import games.match
from bots import jail, policy
from bots.log import Log
from bots.match_info import Match
from bots.process import BotProcess
from games.core import View

TRIVIAL = b"class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"
BARE_FORK = """
import os, sys, time, gc
for module in sys.argv[1].split(): __import__(module)
import games, games.saat_aath, games.badam_satti
gc.collect(); gc.freeze()
for _ in range(int(sys.argv[2])):
    reader, writer = os.pipe()
    began = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        os.write(writer, b"x")
        os._exit(0)
    os.read(reader, 1)
    print(time.perf_counter() - began)
    os.waitpid(pid, 0); os.close(reader); os.close(writer)
"""


@dataclass(frozen=True)
class Cost:
    """Seconds, medians; by the clock, but for the CPU time of a sandboxed match, the runner's and both bots'."""

    match: float
    plain: float
    runner_cpu: float
    bots_cpu: float
    ready: float
    confined: float
    fork: float


class _Trivial:
    """The same bot, in this process."""

    def __init__(self, name: str) -> None:
        self.name = name

    def start_game(self, number: int, seat: int) -> None:
        pass

    def act(self, view: View) -> str:
        return view.legal_actions[0]

    def end_game(self, result: dict[str, Any]) -> None:
        pass

    def close(self) -> None:
        pass


def measure(boards: int = 20, matches: int = 15, starts: int = 40) -> Cost:
    game = games.load("saat-aath")
    source = bots.source.read(TRIVIAL, "bot.py")
    entrants = [bots.Entrant(name, source=source) for name in "ab"]
    walls, plains, runners, insides = [], [], [], []
    jail.current()
    for number in range(matches + 1):
        began, cpu = time.perf_counter(), time.process_time()
        outcome = bots.run_match(game, entrants, seed=f"{number:x}", boards=boards, limits=bots.Limits())
        walls.append(time.perf_counter() - began)
        runners.append(time.process_time() - cpu)
        insides.append(sum(outcome.cpu_seconds))
        began = time.perf_counter()
        replay = games.match.play(game, [_Trivial(name) for name in "ab"], seed=f"{number:x}", boards=boards)
        plains.append(time.perf_counter() - began)
        assert replay == outcome.replay
    middle = statistics.median
    confined, ready = _starts(source, starts)
    return Cost(
        middle(walls[1:]), middle(plains[1:]), middle(runners[1:]), middle(insides[1:]), ready, confined, _fork(starts)
    )


def _starts(source: bots.Source, count: int) -> tuple[float, float]:
    """Until all layers are on, and until the bot is ready for its first question."""
    confined, ready = [], []
    match = Match(games.load("saat-aath"), 1, 1.0, 1.0, 256, 0).to_json()
    for _ in range(count):
        began = time.perf_counter()
        process = BotProcess(jail.current(), source, bots.Limits(), Log(), 60.0)
        confined.append(time.perf_counter() - began)
        process.ask({"type": "match", "match": match}, 10.0)
        ready.append(time.perf_counter() - began)
        process.close()
        time.sleep(0.01)  # the kernel takes namespaces apart in its own time
    return statistics.median(confined), statistics.median(ready)


def _fork(count: int) -> float:
    """A bare fork of an interpreter that is as warm as the jail's."""
    command = [sys.executable, "-c", BARE_FORK, policy.WARM_MODULES, str(count)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return statistics.median(map(float, output.split()))


if __name__ == "__main__":
    cost = measure()
    print(f"match of 20 boards, classic, trivial bots: sandboxed {cost.match * 1e3:.0f} ms", end=", ")
    print(f"in one process {cost.plain * 1e3:.0f} ms: {cost.match / cost.plain:.1f} times")
    print(f"of it CPU time of the runner {cost.runner_cpu * 1e3:.0f} ms, of both bots {cost.bots_cpu * 1e3:.0f} ms")
    print(f"a bot confined after {cost.confined * 1e3:.2f} ms, ready after {cost.ready * 1e3:.2f} ms", end=", ")
    print(f"a bare fork {cost.fork * 1e3:.2f} ms: {cost.ready / cost.fork:.1f} times")
