"""What an attack looks for on the host: this process, a place that it listens at, and a note in its shared memory."""

import ctypes
import os
import platform
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

KEY = 0x5A771  # of the shared memory; the bots' own notes are beside it
CREATE, REMOVE, BYTES = 0o1000, 0, 64
_libc = ctypes.CDLL(None, use_errno=True)


@cache
def _listening() -> tuple[socket.socket, socket.socket, str]:
    """For as long as this process lives; nobody ever answers."""
    name = f"satti-{secrets.token_hex(8)}"
    abstract = socket.socket(socket.AF_UNIX)
    abstract.bind(f"\0{name}")
    abstract.listen()
    return abstract, socket.create_server(("127.0.0.1", 0)), name


def known() -> dict[str, Any]:
    """Names for prelude.py, with their values."""
    _, server, name = _listening()
    return {
        "RUNNER": os.getpid(),
        "HOST_NAME": platform.node(),
        "HOST_PORT": server.getsockname()[1],
        "HOST_SOCKET": name,
        "KEY": KEY,
    }


@contextmanager
def notes() -> Iterator[None]:
    """While an attack is on: a piece of shared memory that everybody on this host may open, and nobody in a jail."""
    number = _libc.shmget(KEY, BYTES, CREATE | 0o666)
    try:
        yield
    finally:
        if number >= 0:
            _libc.shmctl(number, REMOVE, None)
