"""The sandbox's self-test, run as a bot: tries what a bot must not be able to, and prints what came of it as JSON.

`refused` has for each attempt why it failed, or null where it did not; `found` what was seen otherwise; `beneath` what
the layers below the filter lacked. `game_over` then says for how long its threads did not run.
"""

import ctypes
import errno
import json
import mmap
import os
import resource
import socket
import sys
import threading
import time

from bots.sandbox import parts, syscalls
from bots.sandbox.inside import beneath

LIBC = ctypes.CDLL(None, use_errno=True)
MOST_DESCRIPTORS = 5000
gap = [0.0, 0]  # the longest time in which a thread that never waits did not run, seconds; how often it looked


def refusal(attempt, *arguments):
    try:
        attempt(*arguments)
    except (OSError, RuntimeError, MemoryError) as error:
        return str(error) or type(error).__name__
    return None


def only_the_filter():
    """None of these needs a right; so if one works, there is no filter."""
    LIBC.sysinfo.argtypes = [ctypes.c_void_p]
    refused = [
        refusal(os.getpriority, os.PRIO_PROCESS, 0),
        refusal(os.pipe),
        refusal(socket.socketpair),
        refusal(os.sched_getscheduler, 0),
        "sysinfo" if LIBC.sysinfo(ctypes.create_string_buffer(256)) and ctypes.get_errno() == errno.EPERM else None,
    ]
    if all(refused):
        raise PermissionError(refused[0])


def write_to(path):
    """Asked in a way that nothing but a read-only file system answers."""
    if LIBC.access(path.encode(), os.W_OK) and ctypes.get_errno() == errno.EROFS:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))


def descriptors():
    """Those that it has, and how many it could."""
    there = []
    for fd in range(MOST_DESCRIPTORS):
        try:
            os.fstat(fd)
            there.append(fd)
        except OSError:
            pass
    more = []
    try:
        while len(more) < MOST_DESCRIPTORS:
            more.append(os.dup(0))
    except OSError:
        pass
    for fd in more:
        os.close(fd)
    return there, len(there) + len(more)


def fork():
    if os.fork() == 0:
        os._exit(0)


def threads():
    threading.Thread(target=run_on, daemon=True).start()
    for _ in range(200):
        threading.Thread(target=threading.Event().wait, daemon=True).start()


def run_on():
    last = time.monotonic()
    while True:
        now = time.monotonic()
        gap[:] = max(gap[0], now - last), gap[1] + 1
        last = now


open_now, most = descriptors()
names = [*syscalls.RLIMITS, parts.ADDRESS_SPACE]
found = {
    "user": [os.getuid(), os.getgid(), os.getpid(), os.getppid()],
    "host name": os.uname().nodename,
    "environment": sorted(set(os.environ) - {"PWD", *syscalls.ENVIRONMENT}),
    "descriptors": open_now,
    "most descriptors": most,
    "limits": {name: resource.getrlimit(getattr(resource, name)) for name in names},
}
refused = {
    "write to /": refusal(write_to, "/"),
    "write to /satti": refusal(write_to, "/satti"),
    "write to /bot": refusal(write_to, "/bot"),
    "proc": refusal(os.stat, "/proc/self"),
    "canary": refusal(os.open, parts.CANARY, os.O_RDONLY),
    "filter": refusal(only_the_filter),
    "fork": refusal(fork),
    "socket": refusal(socket.socket),
    "memory": refusal(mmap.mmap, -1, 1 << 32, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS),
    "shared memory": refusal(mmap.mmap, -1, 4096),
    "threads": refusal(threads),
}
print(json.dumps({"refused": refused, "found": found, "beneath": beneath.found}))
sys.stdout.flush()


class Bot:
    def act(self, view):
        return view.legal_actions[0]

    def game_over(self, result):
        before = gap[1]
        while gap[1] < before + 2:
            time.sleep(0.001)
        print(json.dumps({"gap": gap[0]}))
