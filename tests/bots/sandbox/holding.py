"""Measuring what bots make this host hold, and bots that make it hold much."""

import time
from pathlib import Path
from threading import Event, Thread
from types import TracebackType

from tests.bots import tables

SOURCE = """
import ctypes, errno, os, sys, threading, time
LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.mmap.restype = ctypes.c_ssize_t

def mapped(size, prot=3, flags=0x22, at=0):
    address = LIBC.mmap(ctypes.c_void_p(at), ctypes.c_size_t(size), prot, flags, -1, ctypes.c_long(0))
    if address == -1:
        raise OSError(ctypes.get_errno(), "mmap")
    return address

def unmap(address, size):
    LIBC.munmap(ctypes.c_void_p(address), ctypes.c_size_t(size))

def touch(address, size=1):
    ctypes.memset(address, 1, size)

def pages():
    touch(mapped(1 << 20), 1 << 20)

def shared():
    at = mapped(8 << 20, flags=0x21)
    touch(at, 8 << 20)
    unmap(at, (8 << 20) - 4096)

def huge():
    size = 2 << 20
    at = mapped(2 * size)
    start = (at + size - 1) // size * size
    LIBC.madvise(ctypes.c_void_p(start), ctypes.c_size_t(size), 14)
    touch(start, size)
    unmap(at, start - at)
    unmap(start + 4096, at + 2 * size - start - 4096)

def tables(turn=[1]):
    turn[0] += 1
    touch(mapped(4096, flags=0x100032 if turn[0] >= 1 << 17 else 0x32, at=(turn[0] % (1 << 17)) << 30))

def spread(size=2 << 20):
    at = mapped(size)
    touch(at + size - 4096)
    unmap(at, size - 4096)

def wide():
    spread(100 << 20)

def mappings(at=[0, 0]):
    if at[0] >= at[1]:
        at[0] = mapped(16 << 20)
        at[1] = at[0] + (16 << 20)
    touch(at[0])
    if LIBC.mprotect(ctypes.c_void_p(at[0]), ctypes.c_size_t(4096), 1):
        raise OSError(ctypes.get_errno(), "mprotect")
    at[0] += 8192

def fill(*ways, seconds=1.5):
    for way in ways:
        failed = 0
        end = time.process_time() + seconds
        while failed < 1000 and time.process_time() < end:
            try:
                way()
            except (OSError, MemoryError):
                failed += 1
"""
GROWN = ("AnonPages", "Shmem", "PageTables", "SUnreclaim", "KernelStack")  # of /proc/meminfo


def host_bytes() -> int:
    """What processes make the host hold: pages, shared memory, page tables, kernel objects. Others' too."""
    rows = dict(line.split(":") for line in Path("/proc/meminfo").read_text().splitlines())
    return sum(int(rows[name].split()[0]) for name in GROWN) * 1024


class Most:
    """How much more the host held at any moment in here than before, bytes; looked at every 2 ms."""

    def __init__(self) -> None:
        self.bytes = 0
        self._over = Event()
        self._thread = Thread(target=self._look)

    def __enter__(self) -> "Most":
        self._before = host_bytes()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.is_set():
            self.bytes = max(self.bytes, host_bytes() - self._before)
            time.sleep(0.002)


def bot(body: str) -> str:
    return SOURCE + tables.acting(body)
