"""Neighbours that take what a host has: run as a program, with a kind; until it is ended."""

import os
import sys
import tempfile

BLOCK = 64 << 20


def spin() -> None:
    while True:
        pass


def write() -> None:
    with tempfile.TemporaryFile() as file:
        while True:
            file.seek(0)
            for _ in range(16):
                file.write(os.urandom(1 << 20))
            os.fsync(file.fileno())


def copy() -> None:
    """Memory's bandwidth, and everybody's caches."""
    here, there = bytearray(BLOCK), bytearray(BLOCK)
    while True:
        there[:] = here
        here[::64] = there[::64]


def call() -> None:
    while True:
        os.stat("/")
        os.getppid()


KINDS = {"spin": spin, "write": write, "copy": copy, "call": call}

if __name__ == "__main__":
    KINDS[sys.argv[1]]()
