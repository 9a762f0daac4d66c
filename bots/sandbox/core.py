"""Runner and bots take turns, so they share a core: waking somebody on another one costs more than a short answer does.

The kernel chooses the core, anew every now and then, so that runners keep out of each other's way.
"""

import contextlib
import ctypes
import os
import threading
import time

SECONDS = 0.25  # on one core

_current = getattr(ctypes.CDLL(None), "sched_getcpu", lambda: 0)  # of this thread; on Linux


class Core(threading.local):
    """The core of this thread, which it is bound to from `hold` to `leave`."""

    number = -1
    _since = 0.0
    _allowed: set[int] | None = None  # where it may run otherwise; None while it is free to

    def hold(self) -> int:
        """Where to bring a bot that is asked now. Once every SECONDS this thread is left free for one question."""
        if self._allowed is None:
            self._allowed = os.sched_getaffinity(0)
            self.number = _current()
            self._since = time.monotonic()
            os.sched_setaffinity(0, {self.number})
        elif time.monotonic() - self._since > SECONDS:
            self.leave()
        return self.number

    def leave(self) -> None:
        if self._allowed is not None:
            with contextlib.suppress(OSError):  # the host's processors are not what they were
                os.sched_setaffinity(0, self._allowed)
            self._allowed = None


core = Core()
