"""The sandbox's self-test, run as a bot: tries what a bot must not be able to, and prints how it was refused."""

import json
import mmap
import os
import socket
import sys
import threading

from bots import policy
from bots.inside import kernel


def refusal(attempt):
    try:
        attempt()
    except (OSError, RuntimeError, MemoryError) as error:
        return str(error) or type(error).__name__
    return None


def threads():
    threading.Thread(target=spin, daemon=True).start()
    for _ in range(200):
        threading.Thread(target=threading.Event().wait, daemon=True).start()


def spin():
    while True:
        pass


def environment():
    names = set(os.environ) - set(ALLOWED)
    if not names:
        raise RuntimeError(f"{len(os.environ)} settings of Python's own")


ALLOWED = {"PWD", *policy.ENVIRONMENT}

found = {
    "user": os.getuid(),
    "unshare": refusal(lambda: kernel.unshare(kernel.CLONE_NEWUSER)),
    "write": refusal(lambda: os.open("/bot/file", os.O_WRONLY | os.O_CREAT)),
    "proc": refusal(lambda: os.stat("/proc/self")),
    "environment": refusal(environment),
    "fork": refusal(os.fork),
    "socket": refusal(socket.socket),
    "memory": refusal(lambda: bytearray(1 << 32)),
    "shared memory": refusal(lambda: mmap.mmap(-1, 4096)),
    "threads": refusal(threads),
}
print(json.dumps(found))
sys.stdout.flush()


class Bot:
    def act(self, view):
        return view.legal_actions[0]
