"""The jail's first process: warm imports once, then forks that become bots. It reads from the runner, never from a bot.

On the control socket each packet is a JSON message with descriptors: first the settings, then a request for each
bot with its five descriptors: questions, answers, stdout, stderr, and a socket on which this process sends the bot's
pidfd and, when it has ended, how. Everything in the jail dies with this process, because it is the first of its process
namespace.
"""

import contextlib
import fcntl
import gc
import importlib
import json
import os
import select
import socket
import sys
import traceback
from typing import Any, NamedTuple

import games
from bots.sandbox import parts
from bots.sandbox.inside import addresses, confine, kernel, serve

MESSAGE_BYTES = 64 * 1024
SPARES = 2  # processes made ahead, while there is nothing else to do
IDLE_MS = 5


class Spare(NamedTuple):
    """A process in namespaces of its own that waits to become a bot."""

    pid: int
    pidfd: int
    line: socket.socket


class Child(NamedTuple):
    """What the process knows that was just forked."""

    settings: dict[str, Any]
    line: int  # where it will hear whose process it becomes
    ahead: bool  # whether nobody waits for it yet


def main() -> None:
    child = _fork_on_request()
    if child is None:  # the runner is gone
        return
    # From here on in a fork, in which nothing is left of what the loop knows of other bots.
    status = 1
    try:
        if _become_bot(child):
            del child
            serve.serve(3, 4)
        status = 0
    except MemoryError:
        status = serve.NO_MEMORY_STATUS
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _fork_on_request() -> Child | None:
    """Returns in every fork, and in this process at the end."""
    control = socket.socket(fileno=int(sys.argv[1]))
    settings = json.loads(control.recv(MESSAGE_BYTES))
    for module in settings["modules"]:
        importlib.import_module(module)
    for name in games.names():
        game = games.load(name)
        games.view_from_json(game, game.start("0", 0).view(0).to_json())  # whatever it imports late
    if parts.NO_HUGE_PAGES not in settings["without"]:
        kernel.prctl(kernel.PR_SET_THP_DISABLE, 1)  # of a huge page that is unmapped but for one small one all is kept
    closed = addresses.close_off() if parts.CLOSED_ADDRESSES not in settings["without"] else 0
    gc.collect()
    gc.freeze()  # forks keep sharing these pages
    own = os.pidfd_open(os.getpid())
    known = {"version": sys.version.split()[0], "landlock": kernel.landlock_version(), "games": games.names()}
    _send(control, {**known, "can_seal": addresses.can_seal(), "closed_bytes": closed}, own)
    running: dict[int, tuple[int, socket.socket]] = {}  # by pidfd: the process, and who wants to know of its end
    spares: list[Spare] = []
    poll = select.poll()
    poll.register(control, select.POLLIN)
    wanted = SPARES
    while True:
        ready = poll.poll(IDLE_MS if len(spares) < wanted else None)
        if not ready:
            try:
                made = _fork(own, settings)
            except OSError:  # the host has no room for one more now
                wanted = 0
                continue
            if isinstance(made, int):
                return Child(settings, made, ahead=True)
            spares.append(made)
        for fd, _ in ready:
            if fd == control.fileno():
                data, fds, _, _ = socket.recv_fds(control, MESSAGE_BYTES, 8)
                if not data:
                    return None
                wanted = SPARES
                made = spares.pop() if spares else _fork(own, settings)
                if isinstance(made, int):
                    return Child(settings, made, ahead=False)
                status = socket.socket(fileno=fds[4])
                running[made.pidfd] = (made.pid, status)
                poll.register(made.pidfd, select.POLLIN)
                _send(status, {"pid": made.pid}, made.pidfd)
                _send(made.line, json.loads(data), *fds[:4])
                made.line.close()
                for each in fds[:4]:
                    os.close(each)
            else:
                poll.unregister(fd)
                pid, status = running.pop(fd)
                os.close(fd)
                _, code, usage = os.wait4(pid, 0)
                used = {"cpu_seconds": usage.ru_utime + usage.ru_stime, "peak_bytes": usage.ru_maxrss * 1024}
                _send(status, {"exit": os.waitstatus_to_exitcode(code), **used})
                status.close()


def _send(to: socket.socket, message: dict[str, Any], *fds: int) -> None:
    with contextlib.suppress(OSError):  # the runner lost interest, or a spare was killed, of which the runner will hear
        socket.send_fds(to, [json.dumps(message).encode()], list(fds))


def _fork(own: int, settings: dict[str, Any]) -> Spare | int:
    """A process that is the first of a process namespace of its own. In it: the descriptor to listen to."""
    line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if parts.OWN["pid"] not in settings["without"]:
        kernel.unshare(kernel.CLONE_NEWPID)
    pid = -1
    try:
        pid = os.fork()
    finally:
        if pid:
            kernel.setns(own, kernel.CLONE_NEWPID)  # the next child gets another one
    if not pid:
        return theirs.detach()
    theirs.close()
    return Spare(pid, os.pidfd_open(pid), line)


def _become_bot(child: Child) -> bool:
    """Wait for a request, in namespaces and with nothing of the jail's open. False where it becomes none."""
    os.dup2(child.line, 3)
    without = frozenset(child.settings["without"])
    if parts.DESCRIPTORS not in without:
        os.closerange(4, 1 << 20)
    wrong = None
    try:
        confine.separate(without)
        serve.prepare()
        if child.ahead:
            serve.rehearse()
    except Exception as error:
        wrong = error  # there is nobody to tell yet
    with socket.socket(fileno=3) as asked:
        data, fds, _, _ = socket.recv_fds(asked, MESSAGE_BYTES, 4)
    if not data:
        return False
    questions, answers, log, errors = [fcntl.fcntl(fd, fcntl.F_DUPFD, 64) for fd in fds]
    empty, _ = os.pipe()
    for target, fd in enumerate((empty, log, errors, questions, answers)):
        os.dup2(fd, target)
    if parts.DESCRIPTORS not in without:
        os.closerange(5, 1 << 20)
    try:
        if wrong:
            raise wrong
        confine.confine(child.settings, json.loads(data), serve.read_files(3))
    except Exception as error:
        serve.send(4, {"n": 0, "error": "host", "reason": f"{type(error).__name__}: {error}"[:500]})
        return False
    return True
