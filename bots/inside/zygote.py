"""The jail's first process: warm imports once, then a fork for every bot. It reads from the runner, never from a bot.

On the control socket each packet is a JSON message with descriptors: first the settings, then a request for each
bot with its four descriptors: questions, answers, log, and a socket on which this process sends the bot's pidfd and,
when it has ended, how. Everything in the jail dies with this process, because it is the first of its process namespace.
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
from typing import Any

import games
from bots.inside import confine, kernel, serve

MESSAGE_BYTES = 64 * 1024


def main() -> None:
    control = socket.socket(fileno=int(sys.argv[1]))
    settings = json.loads(control.recv(MESSAGE_BYTES))
    for module in settings["modules"]:
        importlib.import_module(module)
    for name in games.names():
        game = games.load(name)
        games.view_from_json(game, game.start("0", 0).view(0).to_json())  # whatever it imports late
    gc.collect()
    gc.freeze()  # forks keep sharing these pages
    own = os.pidfd_open(os.getpid())
    _send(control, {"version": sys.version.split()[0], "landlock": kernel.landlock_version()}, own)
    running: dict[int, tuple[int, socket.socket]] = {}  # by pidfd: the process, and who wants to know of its end
    poll = select.poll()
    poll.register(control, select.POLLIN)
    while True:
        for fd, _ in poll.poll():
            if fd == control.fileno():
                data, fds, _, _ = socket.recv_fds(control, MESSAGE_BYTES, 8)
                if not data:
                    return  # the runner is gone
                pid = _fork(own, settings, json.loads(data), fds[:3])
                status = socket.socket(fileno=fds[3])
                pidfd = os.pidfd_open(pid)
                running[pidfd] = (pid, status)
                poll.register(pidfd, select.POLLIN)
                _send(status, {"pid": pid}, pidfd)
                for each in fds[:3]:
                    os.close(each)
            else:
                poll.unregister(fd)
                pid, status = running.pop(fd)
                os.close(fd)
                _, code, usage = os.wait4(pid, 0)
                _send(status, {"exit": os.waitstatus_to_exitcode(code), "cpu_seconds": usage.ru_utime + usage.ru_stime})
                status.close()


def _send(to: socket.socket, message: dict[str, Any], *fds: int) -> None:
    with contextlib.suppress(OSError):  # the runner lost interest
        socket.send_fds(to, [json.dumps(message).encode()], list(fds))


def _fork(own: int, settings: dict[str, Any], request: dict[str, Any], fds: list[int]) -> int:
    """A bot's process, the first of a process namespace of its own."""
    kernel.unshare(kernel.CLONE_NEWPID)
    pid = os.fork()
    if pid:
        kernel.setns(own, kernel.CLONE_NEWPID)  # the next child gets another one
        return pid
    status = 1
    try:
        _become_bot(settings, request, fds)
        status = 0
    except MemoryError:
        status = serve.NO_MEMORY_STATUS
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def _become_bot(settings: dict[str, Any], request: dict[str, Any], fds: list[int]) -> None:
    questions, answers, log = [fcntl.fcntl(fd, fcntl.F_DUPFD, 64) for fd in fds]
    empty, _ = os.pipe()
    for target, fd in enumerate((empty, log, log, questions, answers)):
        os.dup2(fd, target)
    os.closerange(5, 1 << 20)  # the control socket, other bots' ends
    try:
        confine.confine(settings, request, serve.read_files(3))
    except Exception as error:
        serve.send(4, {"n": 0, "error": "host", "reason": f"{type(error).__name__}: {error}"[:500]})
        return
    serve.serve(3, 4)
