"""What this process has started, and what of it outlives its parent: orphans come to us instead of to init."""

import ctypes
import os
from collections.abc import Iterator
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1) != 0:
        raise OSError("this kernel lets nobody adopt orphans")


def children(pid: int) -> list[int]:
    """Of all its threads; none where it is gone."""
    try:
        lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except (FileNotFoundError, ProcessLookupError):
        return []
    return [int(child) for text in lists for child in text.split()]


def descendants(pid: int) -> Iterator[int]:
    for child in children(pid):
        yield child
        yield from descendants(child)


def describe(pid: int) -> str:
    """Its command, or "" where it is gone. A process that has ended and waits for its parent has no command."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:200]
    except (FileNotFoundError, ProcessLookupError):
        return ""


def orphans(known: set[int]) -> list[str]:
    """Our children besides those known, which all are orphans; what has ended is cleared away."""
    found = []
    for pid in set(children(os.getpid())) - known:
        if os.waitpid(pid, os.WNOHANG)[0] == 0:
            found.append(f"{pid}: {describe(pid)}")
    return found
