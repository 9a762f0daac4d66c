"""Whose fault an exception of a bot is, in the words of the wire: what it says, and whether memory ran out."""

import dis
import errno
import mmap
import os
import threading
from types import TracebackType

STACK_BYTES = 8 << 20


class Malformed(Exception):
    """`act` returned no string."""


class NoBotClass(Exception):
    """`bot.py` defines no class `Bot` with a method `act`."""


KINDS: tuple[tuple[type[BaseException], str], ...] = (
    (SyntaxError, "syntax-error"),
    (ImportError, "import-error"),
    (NoBotClass, "no-bot-class"),
    (Malformed, "malformed"),
)


def explain(error: BaseException) -> tuple[str, str]:
    """The kind, and a reason that any database and browser can take."""
    kind = next((kind for class_, kind in KINDS if isinstance(error, class_)), "crash")
    if _is_memory(error):
        kind = "memory"
    text = str(error)  # of a class of the bot's own this may fail: then its process dies, which is a crash too
    if kind not in ("no-bot-class", "malformed"):
        text = f"{type(error).__name__}: {text}"
    return kind, text.encode("ascii", "backslashreplace").decode().replace("\0", "\\x00")[:500]


def _is_memory(error: BaseException) -> bool:
    """Whether there was no memory to have, for what says so by another exception than MemoryError. Where Python code
    raised it, and not something that it called, the process must really have none."""
    if isinstance(error, OSError):
        return error.errno == errno.ENOMEM and not (_raised_by_code(error.__traceback__) and _room(1 << 20))
    if isinstance(error, ImportError):  # the loader has words only
        return os.strerror(errno.ENOMEM) in str(error) and not _raised_by_code(error.__traceback__)
    if isinstance(error, RuntimeError):  # a thread has a stack; or there were too many of them
        return "can't start new thread" in str(error) and not _room(threading.stack_size() or STACK_BYTES)
    return isinstance(error, SystemError) and not _room(STACK_BYTES)  # C code that did not expect it


def _raised_by_code(trace: TracebackType | None) -> bool:
    """Whether Python code raised it, and not something that it called."""
    if trace is None:
        return True
    while trace.tb_next:
        trace = trace.tb_next
    return dis.opname[trace.tb_frame.f_code.co_code[trace.tb_lasti]] == "RAISE_VARARGS"


def _room(size: int) -> bool:
    try:
        mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE).close()
    except OSError:
        return False
    return True
