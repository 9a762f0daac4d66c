"""What of the standard library does not work in the sandbox, for the error of a bot that meets it.

docs/sandbox-limits.md has the same as a table, and tests/bots/sandbox/test_withheld.py tries all of it inside.
"""

import errno
import linecache
import re
from collections.abc import Iterator

NO_PROCESS = "the sandbox lets a bot start no other process; threads work"
NO_NETWORK = "the sandbox has no network and no sockets"
NO_FILE = "the sandbox has no place to write files: keep data in memory, such as in io.BytesIO or sqlite3 ':memory:'"
NO_SIGNAL = "the sandbox has no timers and sends no signals; compare time.process_time() with match.action_seconds"
NOTHING = "the sandbox does not allow that; the page Limits of the sandbox lists what does not work"

# Modules in the traceback, or words on the bot's line, where it is the sandbox that refused; the first one counts.
REASONS: tuple[tuple[str, str], ...] = (
    ("asyncio", "asyncio needs a socket for its event loop, and the sandbox has none; threads work"),
    ("zoneinfo ZoneInfo", "the sandbox has no time zone data; datetime.timezone works"),
    ("multiprocessing", f"multiprocessing does not work: {NO_PROCESS} (concurrent.futures.ThreadPoolExecutor)"),
    ("concurrent ProcessPoolExecutor", f"{NO_PROCESS} (concurrent.futures.ThreadPoolExecutor)"),
    ("subprocess fork forkpty posix_spawn execv", NO_PROCESS),
    ("setitimer alarm raise_signal kill killpg pthread_kill", NO_SIGNAL),
    ("socket socketpair ssl urllib http getaddrinfo gethostbyname", NO_NETWORK),
    ("tempfile shelve dbm sqlite3 mkdir makedirs touch write_text write_bytes FileHandler", NO_FILE),
    ("Thread", "the sandbox allows 16 threads at a time, the first one included"),
)
REFUSALS = (errno.EPERM, errno.EACCES, errno.EROFS)
FOLDERS = re.compile("/(dev|proc|sys|tmp|var|psm_)")  # which are not there, or are empty


def hint(error: BaseException) -> str:
    """Why the sandbox refused what led to this error; empty where it did not."""
    for each in _chain(error):
        if _is_refusal(each):
            names = {name for link in _chain(error) for name in _names(link)}
            found = (reason for words, reason in REASONS if not names.isdisjoint(words.split(" ")))
            return next(found, NO_FILE if getattr(each, "errno", 0) == errno.EROFS else NOTHING)
    return ""


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and what it came from; at most so many, for a bot may have made a ring."""
    for _ in range(8):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def _is_refusal(error: BaseException) -> bool:
    kind, text = type(error).__name__, str(error)
    if isinstance(error, OSError):
        place = error.filename if isinstance(error.filename, str) else ""
        nowhere = "usable temporary directory" in text or kind == "gaierror"
        return error.errno in REFUSALS or bool(FOLDERS.match(place)) or nowhere
    return (
        kind == "ZoneInfoNotFoundError"
        or (kind == "OperationalError" and "unable to open database file" in text)
        or (isinstance(error, RuntimeError) and "can't start new thread" in text)
    )


def _names(error: BaseException) -> Iterator[str]:
    """The modules that a traceback leads through, and the words of the lines of the bot's own."""
    trace = error.__traceback__
    while trace:
        frame = trace.tb_frame
        yield str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if frame.f_code.co_filename.startswith("/bot/"):
            yield from re.findall(r"\w+", linecache.getline(frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
