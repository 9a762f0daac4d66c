"""One bot process as the runner sees it: asked questions, metered, frozen between them, and never believed."""

import contextlib
import json
import os
import select
import signal
import time
from typing import Any, NoReturn

from bots import wire
from bots.errors import HostFailure, HostReason
from bots.limits import ANSWER_BYTES, EXIT_SECONDS, HOST_LIMITS, HOST_SECONDS, LOOK_SECONDS, Limits
from bots.log import Log
from bots.sandbox.core import core
from bots.sandbox.inside.serve import NO_MEMORY_STATUS
from bots.sandbox.jail import Jail
from bots.sandbox.memory import Watch
from bots.sandbox.meter import Meter
from bots.source import Source
from games.match import Fault, FaultKind

CHUNK = 64 * 1024
LATE = 0.05  # seconds that a runner among others may wake up late


class BotProcess:
    """Its failures are raised as Fault, the host's as HostFailure; after either only `close` is of use."""

    def __init__(
        self, jail: Jail, source: Source, limits: Limits, log: Log, cpu_left: float, *, probe: bool = False
    ) -> None:
        """`cpu_left`: what the bot may still use in this match, seconds. `probe`: it is one of ours, which tries the
        sandbox."""
        self._limits = limits
        self._log = log
        self._jail = jail
        self._channels = jail.fork(limits.memory_mb, probe=probe)
        self._number = -1
        self._received = b""
        self._unsent = b""
        self._sending = False  # waiting for room for it
        self._streams = {self._channels.log: "stdout", self._channels.errors: "stderr"}  # that are open
        self._core = -1
        self._poll = select.poll()  # answers first: where one is there, what was printed before it is seen to be there
        for fd in (self._channels.answers, *self._streams, self._channels.pidfd):
            self._poll.register(fd, select.POLLIN)
        self._meter = Meter(self.pid, HOST_LIMITS, cpu_left=1e6)
        self._watch: Watch | None = None
        try:  # opened while it may still be looked into, wherever /proc hides processes
            self._watch = Watch(self.pid, limits.memory_mb, jail.file_bytes)
            self._confine(source)
        except OSError as error:
            self.close()
            raise HostFailure(f"a bot's memory cannot be read from /proc: {error}", HostReason.NO_PROCESS) from error
        except BaseException:
            self.close()
            raise
        self._meter = Meter(self.pid, limits, cpu_left)  # from here on it is the bot's time

    @property
    def pid(self) -> int:
        """As this host knows it."""
        return self._channels.pid

    @property
    def cpu_seconds(self) -> float:
        """CPU time since the bot's own code began."""
        return self._meter.cpu_seconds

    def allow(self, cpu_left: float) -> None:
        """From here on it may use so much more CPU time, seconds."""
        self._meter.allow(cpu_left)

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The answer to a question, within so much CPU time. Raises Fault."""
        self._number += 1
        if self._answered_unasked():
            raise Fault(FaultKind.MALFORMED, "it answered before it was asked")
        self._meter.begin(seconds)
        line = self._exchange(wire.encode({"n": self._number, **question}))
        try:
            answer = wire.decode(line)
        except wire.WireError as error:
            raise Fault(FaultKind.MALFORMED, str(error)) from None
        if answer["n"] != self._number:
            raise Fault(FaultKind.MALFORMED, f"it answered question {answer['n']!s:.9}, not {self._number}")
        return answer

    def kill(self) -> None:
        """Let it begin to end, which takes the kernel a while; `close` waits for that."""
        self._meter.stop()
        self._signal(signal.SIGKILL)

    def close(self) -> float:
        """End the process. Returns `cpu_seconds`."""
        channels = self._channels
        self.kill()
        used = self._meter.cpu_seconds
        self._wait()  # until then its memory is in use
        core.leave()
        self._drain_log()
        for fd in (channels.questions, channels.answers, channels.log, channels.errors, channels.pidfd):
            os.close(fd)
        channels.status.close()
        if self._watch is not None:
            self._watch.close()
        if channels.group is not None:
            channels.group.close()
        return used

    def _confine(self, source: Source) -> None:
        """Hand over the files, and wait for the word that all layers are on. Until then no code of the bot's runs."""
        header = [[path, len(content)] for path, content in source.files.items()]
        self._number += 1
        self._meter.begin(1e6)
        try:
            answer = wire.decode(self._exchange(wire.encode(header) + b"".join(source.files.values())))
        except (Fault, wire.WireError) as error:
            said = f"{error} {self._log.text()[-2000:]}"
        except HostFailure as failure:
            raise HostFailure(f"a bot's process could not be confined: {failure}", failure.reason) from failure
        else:
            if answer == {"n": 0, "done": True}:
                return
            said = str(answer.get("reason"))
        raise HostFailure(f"a bot's process could not be confined: {said}", HostReason.NOT_CONFINED)

    def _exchange(self, data: bytes) -> bytes:
        """Thaw, send all of `data`, take one line, freeze. One deadline for all of it, however it dribbles in."""
        meter, channels = self._meter, self._channels
        self._come_near()
        self._unsent = data
        self._send()
        self._signal(signal.SIGCONT)
        while True:
            patience = min(meter.patience, LOOK_SECONDS)
            began = time.monotonic()
            ready = dict(self._poll.poll(patience * 1000))
            now = time.monotonic()
            passed = min(now - began, patience + LATE)  # beyond that the runner did not run, nor did the bot
            if self._watch is not None and now >= self._watch.due:
                self._watch.look(now)
            if channels.log in ready or channels.errors in ready:
                self._listen()  # what it printed before it answered, before anybody else prints
            if channels.questions in ready:
                self._send()
            if channels.answers in ready:
                line = self._receive()
                if line is not None:
                    meter.finish(passed)
                    self._signal(signal.SIGSTOP)
                    return line
            elif list(ready) == [channels.pidfd]:  # it has ended, and everything that it sent is read
                self._ended()
            meter.tick(passed)

    def _come_near(self) -> None:
        """Bring it to the core that it will be awaited on."""
        number = core.hold()
        if number != self._core:
            self._core = number
            with contextlib.suppress(OSError):  # it has ended
                os.sched_setaffinity(self.pid, {number})

    def _send(self) -> None:
        """Write what fits, and watch for room for the rest."""
        questions = self._channels.questions
        try:
            self._unsent = self._unsent[os.write(questions, self._unsent) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            self._ended()
        if self._unsent:
            self._poll.register(questions, select.POLLOUT)
            self._sending = True
        elif self._sending:
            self._poll.unregister(questions)
            self._sending = False

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
        if len(line) > ANSWER_BYTES:
            raise Fault(FaultKind.MALFORMED, f"its answer is longer than {ANSWER_BYTES} bytes")
        if rest:
            raise Fault(FaultKind.MALFORMED, "it sent more than one answer")
        if not end:
            return None
        self._received = b""
        return line

    def _answered_unasked(self) -> bool:
        """A closed pipe is no answer: that is POLLHUP alone."""
        ready = self._poll.poll(0)
        return bool(ready and dict(ready).get(self._channels.answers, 0) & select.POLLIN)

    def _listen(self) -> None:
        before = self._log.total
        self._drain_log()
        printed = self._log.total > before and self._number > 0  # number 0: the bot's code does not run yet
        if printed and self._log.total > self._limits.output_bytes:
            raise Fault(FaultKind.OUTPUT, f"it printed more than {self._limits.output_bytes:,} bytes")

    def _drain_log(self) -> None:
        for fd, stream in list(self._streams.items()):
            for _ in range(16):  # at most a megabyte at a time: the answer waits
                try:
                    data = os.read(fd, CHUNK)
                except BlockingIOError:
                    break
                if not data:  # the bot closed its end
                    self._poll.unregister(fd)
                    del self._streams[fd]
                    break
                self._log.add(data, stream)

    def _signal(self, number: signal.Signals) -> None:
        try:  # noqa: SIM105  # twice for every answer
            signal.pidfd_send_signal(self._channels.pidfd, number)
        except ProcessLookupError:  # it has ended; whoever waits for it will see
            pass

    def _wait(self) -> bool:
        """Whether the process has ended, soon."""
        ended = select.poll()
        ended.register(self._channels.pidfd, select.POLLIN)
        return bool(ended.poll(EXIT_SECONDS * 1000))

    def _ended(self) -> NoReturn:
        """The process has ended, or has closed a pipe and is as good as that. Raises Fault, or HostFailure."""
        status = self._channels.status
        status.settimeout(HOST_SECONDS)
        try:
            if not self._wait():
                raise Fault(FaultKind.CRASH, "it closed its pipe to the runner")
            message = json.loads(status.recv(4096) or b"null")
        except OSError as error:
            self._jail.close()
            raise HostFailure(f"the jail does not answer: {error}", HostReason.JAIL_ENDED) from error
        if message is None:
            self._jail.close()  # it may be about to end: whoever tries again is to get another
            raise HostFailure("the jail ended", HostReason.JAIL_ENDED)
        self._meter.end(message["cpu_seconds"])
        code = int(message["exit"])
        if code == NO_MEMORY_STATUS:
            raise Fault(FaultKind.MEMORY, "MemoryError")
        if code == -signal.SIGKILL:  # a bot cannot do that to itself
            self._killed(message["peak_bytes"])
        how = f"was killed by {_signal_name(-code)}" if code < 0 else f"exited with status {code}"
        raise Fault(FaultKind.CRASH, f"its process {how}")

    def _killed(self, peak_bytes: int) -> NoReturn:
        """Whose fault it is: the bot's where its group was full, or it held more than it may, as far as was seen."""
        group = self._channels.group
        if self._watch and ((group and group.killed()) or self._watch.was_beyond(peak_bytes)):
            raise self._watch.fault()
        raise HostFailure(
            "a bot's process was killed from outside; perhaps the machine ran out of memory", HostReason.KILLED
        )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # one of the real-time ones
        return f"signal {number}"
