"""Closing off the address space, so that page tables stay few.

A page table covers 2 MB and costs a page, the one above it covers 1 GiB: who touches single pages far apart has the
kernel hold three pages for each, of which two are counted nowhere. So all of the address space but what is in use and
some room is filled with mappings of nothing, and these are sealed. They cost nothing, and forks have them too.
"""

import contextlib
import ctypes
import errno
import sys

from bots.sandbox.inside.kernel import libc

MSEAL = 462  # on every architecture; Linux 6.10 has it first
FLAGS = 0x02 | 0x20 | 0x4000 | 0x100000  # private, anonymous, nothing set aside, exactly there or not at all
BITS = 57  # of an address, at the most; where a process has fewer, the rest is not there to fill
BLOCK = 1 << 30
EDGE = 1 << 20  # at the very bottom and the very top nothing can be mapped
ROOM = 4  # blocks that stay free: more than any limit on memory


def can_seal() -> bool:
    """Whether this kernel can: asked to seal nothing."""
    if sys.platform != "linux":
        return False
    return not libc.syscall(ctypes.c_long(MSEAL), None, ctypes.c_long(0), ctypes.c_long(0))


def close_off() -> int:
    """Returns how many bytes are closed off: none where this kernel cannot seal."""
    if not can_seal():
        return 0
    closed = 0
    for start, size in _without(_fill(0, 1 << BITS), _room()):
        if libc.syscall(ctypes.c_long(MSEAL), ctypes.c_void_p(start), ctypes.c_size_t(size), ctypes.c_long(0)):
            raise OSError(ctypes.get_errno(), "mseal")
        closed += size
    return closed


def _fill(start: int, size: int) -> list[tuple[int, int]]:
    """Map what is free; returns each part as (start, size)."""
    if _map(start, size):
        return [(start, size)]
    if size > BLOCK:
        half = size // 2
        return _fill(start, half) + (_fill(start + half, half) if _exists(start + half) else [])
    return [(start + EDGE, size - 2 * EDGE)] if _map(start + EDGE, size - 2 * EDGE) else []


def _map(start: int, size: int) -> bool:
    return bool(libc.mmap(start, size, 0, FLAGS, -1, 0) == start)


def _exists(address: int) -> bool:
    """Whether a process may have anything at this address."""
    if _map(address, BLOCK):
        libc.munmap(address, BLOCK)
        return True
    if ctypes.get_errno() == errno.EEXIST:
        return True
    return _map(address, 4096) and not libc.munmap(address, 4096)


def _room() -> list[int]:
    """The blocks to leave free: below the libraries, where mappings grow to, and below the stack."""
    libraries = ctypes.cast(libc.mmap, ctypes.c_void_p).value or 0
    room = [libraries // BLOCK - number for number in range(1, ROOM + 1)]
    with contextlib.suppress(ValueError):  # another C library
        room.append((ctypes.c_void_p.in_dll(libc, "__libc_stack_end").value or 0) // BLOCK - 1)
    return sorted({number * BLOCK for number in room})


def _without(parts: list[tuple[int, int]], room: list[int]) -> list[tuple[int, int]]:
    """These parts, with the room in them unmapped."""
    left = []
    for start, size in parts:
        end = start + size
        for hole in [block for block in room if start <= block < end]:
            libc.munmap(hole, BLOCK)
            if hole > start:
                left.append((start, hole - start))
            start = hole + BLOCK
        if end > start:
            left.append((start, end - start))
    return left
