"""One bot process as the runner sees it: asked questions, metered, frozen between them, and never believed."""

import contextlib
import json
import os
import select
import signal
import time
from typing import Any, NoReturn

from bots import policy, wire
from bots.errors import HostFailure
from bots.jail import Jail
from bots.log import Log
from bots.policy import Limits
from bots.source import Source
from games.match import Fault, FaultKind

CHUNK = 64 * 1024
CORES = os.cpu_count() or 1
EXIT_SECONDS = 2.0  # wall, for the jail to tell how a process ended


class BotProcess:
    """Its failures are raised as Fault, the host's as HostFailure; after either only `close` is of use."""

    def __init__(self, jail: Jail, source: Source, limits: Limits, log: Log, cpu_left: float) -> None:
        """`cpu_left`: what the bot may still use in this match, seconds."""
        self._limits = limits
        self._log = log
        self._channels = jail.fork(limits.memory_mb)
        self._clock = (~self._channels.pid << 3) | 2  # the kernel's name for the CPU clock of that process
        self._number = -1
        self._received = b""
        self._waiting_for_room = False
        self._log_open = True
        self._cpu = self._cpu_at_start = self._cpu_end = 0  # nanoseconds
        self._poll = select.poll()
        for fd in (self._channels.answers, self._channels.log, self._channels.pidfd):
            self._poll.register(fd, select.POLLIN)
        try:
            self._confine(source)
        except BaseException:
            self.close()
            raise
        self._cpu_at_start = self._read_clock()
        self._cpu_end = self._cpu_at_start + int(cpu_left * 1e9)

    @property
    def cpu_seconds(self) -> float:
        """CPU time since the bot's own code began."""
        return (self._read_clock() - self._cpu_at_start) / 1e9

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question, within so much CPU time. Raises Fault."""
        self._number += 1
        if self._received or self._answered_unasked():
            raise Fault(FaultKind.MALFORMED, "it answered before it was asked")
        limit = min(self._read_clock() + int(seconds * 1e9), self._cpu_end)
        self._signal(signal.SIGCONT)
        line = self._exchange(wire.encode({"n": self._number, **question}), limit, self._limits.wall_seconds(seconds))
        used = self._read_clock()
        self._signal(signal.SIGSTOP)
        if used > limit:
            self._late(limit)
        try:
            answer = wire.decode(line)
        except wire.WireError as error:
            raise Fault(FaultKind.MALFORMED, str(error)) from None
        if answer["n"] != self._number:
            raise Fault(FaultKind.MALFORMED, f"it answered question {answer['n']!s:.9}, not {self._number}")
        return answer

    def close(self) -> float:
        """End the process. Returns `cpu_seconds`."""
        channels = self._channels
        used = self.cpu_seconds
        self._signal(signal.SIGKILL)
        self._drain_log()
        for fd in (channels.questions, channels.answers, channels.log, channels.pidfd):
            os.close(fd)
        channels.status.close()
        return used

    def _confine(self, source: Source) -> None:
        """Hand over the files, and wait for the word that all layers are on. Until then no code of the bot's runs."""
        header = [[path, len(content)] for path, content in source.files.items()]
        bundle = wire.encode(header) + b"".join(source.files.values())  # type: ignore[arg-type]
        self._number += 1
        no_limit = time.monotonic_ns() + (1 << 60)
        try:
            answer = wire.decode(self._exchange(bundle, no_limit, policy.HOST_SECONDS))
        except (Fault, wire.WireError) as error:
            raise HostFailure(f"a bot's process could not be confined: {error} {self._log.text()[-2000:]}") from error
        if answer != {"n": 0, "done": True}:
            raise HostFailure(f"a bot's process could not be confined: {answer.get('reason')}")

    def _exchange(self, data: bytes, cpu_limit: int, wall_seconds: float) -> bytes:
        """Send all of `data` and return one line. One deadline for all of it, however it dribbles in."""
        channels = self._channels
        deadline = time.monotonic() + wall_seconds
        data = self._send(data)
        wait = (cpu_limit - self._cpu) / 1e6 / CORES
        while True:
            wall_left = deadline - time.monotonic()
            if wall_left <= 0:
                raise Fault(FaultKind.TIMEOUT, f"no answer in {wall_seconds:.1f} s by the clock")
            ready = dict(self._poll.poll(max(1.0, min(wait, wall_left * 1000))))
            if channels.log in ready:
                self._drain_log()
                if self._log.total > self._limits.output_bytes:
                    raise Fault(FaultKind.OUTPUT, f"it printed more than {self._limits.output_bytes:,} bytes")
            if channels.questions in ready:
                data = self._send(data)
            if channels.answers in ready:
                line = self._receive()
                if line is not None:
                    return line
            elif channels.pidfd in ready:
                self._ended()
            used = self._read_clock()
            if used > cpu_limit:
                self._late(cpu_limit)
            wait = (cpu_limit - used) / 1e6 / CORES

    def _send(self, data: bytes) -> bytes:
        """Write what fits; returns the rest, and watches for room for it."""
        questions = self._channels.questions
        try:
            data = data[os.write(questions, data) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._ended()
        if data:
            self._poll.register(questions, select.POLLOUT)
        elif self._waiting_for_room:
            self._poll.unregister(questions)
        self._waiting_for_room = bool(data)
        return data

    def _receive(self) -> bytes | None:
        """A whole line, or None if it is not there yet. Raises Fault where what came can become no answer."""
        try:
            chunk = os.read(self._channels.answers, CHUNK)
        except BlockingIOError:
            return None
        if not chunk:
            self._ended()
        self._received += chunk
        line, end, rest = self._received.partition(b"\n")
        if len(line) > policy.ANSWER_BYTES:
            raise Fault(FaultKind.MALFORMED, f"its answer is longer than {policy.ANSWER_BYTES} bytes")
        if rest:
            raise Fault(FaultKind.MALFORMED, "it sent more than one answer")
        if not end:
            return None
        self._received = b""
        return line

    def _answered_unasked(self) -> bool:
        try:
            self._received = os.read(self._channels.answers, CHUNK)
        except BlockingIOError:
            return False
        return bool(self._received)

    def _drain_log(self) -> None:
        for _ in range(16):  # at most a megabyte at a time: the answer waits
            try:
                data = os.read(self._channels.log, CHUNK)
            except BlockingIOError:
                break
            if not data:  # the bot closed its end
                if self._log_open:
                    self._poll.unregister(self._channels.log)
                self._log_open = False
                break
            self._log.add(data)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has ended; whoever waits for it will see
            signal.pidfd_send_signal(self._channels.pidfd, number)

    def _read_clock(self) -> int:
        """CPU time used by all threads of the process, nanoseconds; of one that has ended, the last that was read."""
        try:  # noqa: SIM105  # this is read all the time
            self._cpu = time.clock_gettime_ns(self._clock)
        except OSError:
            pass
        return self._cpu

    def _late(self, limit: int) -> NoReturn:
        if limit == self._cpu_end:
            raise Fault(FaultKind.TIMEOUT, f"it used up its {self._limits.match_seconds:g} s of CPU time for the match")
        raise Fault(FaultKind.TIMEOUT, "it used more CPU time than it has for an answer")

    def _ended(self) -> NoReturn:
        """The process has ended, or has closed a pipe and is as good as that. Raises Fault, or HostFailure."""
        status = self._channels.status
        status.settimeout(EXIT_SECONDS)
        try:
            if not select.select([self._channels.pidfd], [], [], EXIT_SECONDS)[0]:
                raise Fault(FaultKind.CRASH, "it closed its pipe to the runner")
            message = json.loads(status.recv(4096))
        except (OSError, ValueError) as error:
            raise HostFailure(f"the jail ended, or does not answer: {error}") from error
        self._cpu = max(self._cpu, int(message["cpu_seconds"] * 1e9))
        code = int(message["exit"])
        if code == -signal.SIGKILL:  # a bot cannot do that to itself
            raise HostFailure("a bot's process was killed from outside; perhaps the machine ran out of memory")
        how = f"was killed by {signal.Signals(-code).name}" if code < 0 else f"exited with status {code}"
        raise Fault(FaultKind.CRASH, f"its process {how}")
