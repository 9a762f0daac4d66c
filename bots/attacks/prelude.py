"""Stands before every attack of the suite: a bot that plays like the built-in `random` while it attacks.

An attack may define `attack(view)`, called before the first action, or `always(view)`, called before each; what they
return is the answer, and None means: play on. What must not work goes through `attempt`, and the runner of the suite
reads in the log what became of it.
"""

# ruff: noqa: F401  # the attacks use them

import ctypes
import errno
import json
import mmap
import os
import signal
import socket
import sys
import threading
import time

import games.players

LIBC = ctypes.CDLL(None, use_errno=True)
REFUSED, GOT = "refused", "GOT THROUGH"
REFUSALS = (errno.EPERM, errno.ENOSYS, errno.ENOMEM)
QUESTIONS, ANSWERS = 3, 4

# What an attack may know of the host, to try it; runner.py says it below this file.
NUMBERS: dict[str, int] = {}  # system calls, by name
PLACES: list[str] = []  # paths on the host
PLAYER = ""  # the seed of the `random` whose part this plays
MEMORY_MB = 0
RLIMITS: dict[str, int] = {}
REFUSED_IN_JAIL: list[str] = []
RUNNER = HOST_PORT = KEY = 0
HOST_NAME = HOST_SOCKET = ""


def attempt(what, action, *arguments):
    """Returns what was had."""
    try:
        had = action(*arguments)
    except (OSError, RuntimeError, MemoryError, ImportError) as error:
        print(f"{REFUSED}: {what}: {error}"[:120])
        return None
    print(f"{GOT}: {what}: {had!r}"[:120])
    return had


def finding(what, had):
    """Something looked for: nothing, where all is well."""
    print(f"{GOT if had else REFUSED}: {what}: {had!r}"[:120])


def call(name, *arguments):
    """A raw system call. Any error but a refusal says that it reached the kernel."""
    ctypes.set_errno(0)
    numbers = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    result = LIBC.syscall(ctypes.c_long(NUMBERS[name]), *numbers)
    number = ctypes.get_errno()
    if result == -1 and number in REFUSALS:
        raise OSError(number, os.strerror(number))
    return result if result != -1 else os.strerror(number)


def answer(number, action):
    """Forge an answer. The first action is asked for by question 2."""
    os.write(ANSWERS, json.dumps({"n": number, "action": action}).encode() + b"\n")


def mapped(size, prot=3, flags=0x22, at=0, fd=-1):
    """Memory straight from the kernel: its address. Private and anonymous, to read and write, unless told otherwise."""
    ctypes.set_errno(0)
    LIBC.mmap.restype = ctypes.c_ssize_t
    arguments = ctypes.c_void_p(at), ctypes.c_size_t(size), prot, ctypes.c_int(flags), fd, ctypes.c_long(0)
    address = LIBC.mmap(*arguments)
    if address == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return address


def unmap(address, size):
    return LIBC.munmap(ctypes.c_void_p(address), ctypes.c_size_t(size))


def touch(address, size=1):
    """Write to each of its pages."""
    for page in range(address, address + size, 4096):
        ctypes.c_char.from_address(page).value = b"x"


def most(take):
    """How often it could be taken until none was left or it was refused. What was taken is kept."""
    taken = []
    try:
        while len(taken) < 200_000:
            taken.append(take())
    except (OSError, MemoryError, RuntimeError) as error:
        print(f"{REFUSED}: after {len(taken)}: {error}"[:120])
    KEPT.append(taken)
    return len(taken)


KEPT: list[list[object]] = []


def of_another_seat(view):
    """Whether this process plays the board that another one of this bot has played, with the seats turned. The attacker
    is player 0, so its seat is the rotation."""
    return view.seat > 0


def burn(seconds):
    """Of CPU time."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def spin():
    while True:
        pass


def run_code(code):
    """Machine code, in a page of its own."""
    page = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(code)
    return ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()


class Bot:
    def __init__(self, match):
        self.player = games.players.load("random", match.game, seed=PLAYER)
        self.board = 0
        self.fresh = self.first = True

    def act(self, view):
        if self.fresh:  # a process plays from one seat, and the attacker is player 0, so seat and rotation are the same
            self.player.start_game(self.board * view.game.seats + view.seat, view.seat)
            self.fresh = False
        name = "attack" if self.first and "attack" in globals() else "always"
        self.first = False
        given = globals().get(name, lambda view: None)(view)
        action = self.player.act(view)
        return action if given is None else given

    def game_over(self, result):
        self.board += 1
        self.fresh = True
