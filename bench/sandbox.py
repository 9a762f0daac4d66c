"""What the sandbox costs: a match in it against the same match in one process; a ready bot against a bare fork.

Medians by the clock, of things that take turns; no bot thinks, so all of it is ours and the kernel's.
"""

import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import bots
import games
import games.match
import games.saat_aath
from bench import reference
from bench.measure import Result
from bots.log import Log
from bots.match_info import Match
from bots.sandbox import jail, syscalls
from bots.sandbox.process import BotProcess
from games.core import View

TRIVIAL = b"class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"
BOARDS = 20
MATCHES = 15
STARTS = 40
QUESTIONS = 2000
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


class _Direct:
    """The trivial bot, in this process."""

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


class _Messages(_Direct):
    """The same, and all that runner and bot said to each other at first is written and read, also in this process."""

    def __init__(self, name: str, game: games.Game) -> None:
        super().__init__(name)
        self._game = game

    def act(self, view: View) -> str:
        assert isinstance(view, games.saat_aath.View)
        return reference.exchange(self._game, view, super().act)


def run() -> Iterator[Result]:
    game = games.load("saat-aath")
    source = bots.source.read(TRIVIAL, "bot.py")
    jail.current()
    runner: list[float] = []
    inside: list[float] = []

    def sandboxed(seed: str) -> dict[str, Any]:
        cpu = time.process_time()
        entrants = [bots.Entrant(name, source=source) for name in "ab"]
        outcome = bots.run_match(game, entrants, seed=seed, boards=BOARDS, limits=bots.Limits())
        runner.append(time.process_time() - cpu)
        inside.append(sum(outcome.cpu_seconds))
        return outcome.replay

    def direct(seed: str) -> dict[str, Any]:
        return games.match.play(game, [_Direct(name) for name in "ab"], seed=seed, boards=BOARDS)

    def messages(seed: str) -> dict[str, Any]:
        return games.match.play(game, [_Messages(name, game) for name in "ab"], seed=seed, boards=BOARDS)

    seconds, actions = _matches({"sandboxed": sandboxed, "direct": direct, "messages": messages})
    question = _question()
    yield Result(f"{BOARDS} boards of classic, {actions:,} actions", seconds["sandboxed"] * 1e3, "ms")
    yield Result("  the bare game, in one process", seconds["direct"] * 1e3, "ms")
    yield Result("  sandboxed over that", seconds["sandboxed"] / seconds["direct"], "times")
    yield Result("  in one process, with the reference's messages", seconds["messages"] * 1e3, "ms")
    yield Result("  sandboxed over that", seconds["sandboxed"] / seconds["messages"], "times")
    yield Result("  empty questions to a frozen process", question * actions * 1e3, "ms")
    least = seconds["direct"] + question * actions
    yield Result("  the floor: these and the bare game, over that", least / seconds["direct"], "times at least")
    yield Result("  CPU time of the runner", statistics.median(runner) * 1e3, "ms")
    yield Result("  CPU time of both bots", statistics.median(inside) * 1e3, "ms")
    yield Result("  matches", 1 / seconds["sandboxed"], "/s for a core")
    confined, ready = _starts(source)
    fork = _fork()
    yield Result("a bot confined", confined * 1e3, "ms")
    yield Result("  ready for its first question", ready * 1e3, "ms")
    yield Result("  a bare fork, as warm", fork * 1e3, "ms")
    yield Result("  ready over that", ready / fork, "times")


def _matches(ways: dict[str, Callable[[str], dict[str, Any]]]) -> tuple[dict[str, float], int]:
    """Median seconds of each way to play a match, and how many actions it has."""
    seconds: dict[str, list[float]] = {name: [] for name in ways}
    actions = 0
    for number in range(MATCHES + 1):  # the first warms up
        replays = []
        for name, play in ways.items():
            began = time.perf_counter()
            replays.append(play(f"{number:x}"))
            seconds[name].append(time.perf_counter() - began)
        assert all(replay == replays[0] for replay in replays)
        actions = sum(len(deal["actions"]) for each in replays[0]["games"] for deal in each["deals"])
    return {name: statistics.median(taken[1:]) for name, taken in seconds.items()}, actions


def _question() -> float:
    """Seconds of the least that a question costs: to thaw a process, a byte there and one back, and to freeze it."""
    theirs, questions = os.pipe()
    answers, back = os.pipe()
    pid = os.fork()
    if pid == 0:
        while os.write(back, os.read(theirs, 1)):
            pass
    pidfd = os.pidfd_open(pid)
    taken = []
    for _ in range(QUESTIONS):
        began = time.perf_counter()
        os.write(questions, b"?")
        signal.pidfd_send_signal(pidfd, signal.SIGCONT)
        os.read(answers, 1)
        signal.pidfd_send_signal(pidfd, signal.SIGSTOP)
        taken.append(time.perf_counter() - began)
    signal.pidfd_send_signal(pidfd, signal.SIGKILL)
    os.waitpid(pid, 0)
    for fd in (theirs, questions, answers, back, pidfd):
        os.close(fd)
    return statistics.median(taken)


def _starts(source: bots.Source) -> tuple[float, float]:
    """Seconds until all layers are on, and until the bot is ready for its first question."""
    confined, ready = [], []
    match = Match(games.load("saat-aath"), 1, 1.0, 1.0, 256, 0).to_json()
    for _ in range(STARTS):
        time.sleep(0.02)  # the kernel takes namespaces apart in its own time, and a process is made ahead
        began = time.perf_counter()
        process = BotProcess(jail.current(), source, bots.Limits(), Log(), 60.0)
        confined.append(time.perf_counter() - began)
        process.ask({"type": "match", "match": match}, 10.0)
        ready.append(time.perf_counter() - began)
        process.close()
    return statistics.median(confined), statistics.median(ready)


def _fork() -> float:
    """Seconds of a bare fork of an interpreter that is as warm as the jail's."""
    command = [sys.executable, "-c", BARE_FORK, syscalls.WARM_MODULES, str(STARTS)]
    output = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return statistics.median(map(float, output.split()))
