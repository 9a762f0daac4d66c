"""A private Valkey (a server that speaks Redis): the queue of tasks, on a socket that only this user can open."""

import socket
import subprocess
import time
from pathlib import Path

from arena.standalone import engines, process
from arena.standalone.engines import ServiceError

SOCKET = "valkey.sock"
START_SECONDS = 30


def url(sockets: Path, database: int = 0) -> str:
    """The REDIS_URL of the server whose socket lies in that folder."""
    return f"unix://{sockets / SOCKET}?db={database}"


def start(folder: Path, *, sockets: Path, log: Path) -> subprocess.Popen[bytes]:
    """Start the server; returns once it answers. It keeps nothing on disk: what is lost here is queued again."""
    folder.mkdir(exist_ok=True)
    path = sockets / SOCKET
    path.unlink(missing_ok=True)
    options: dict[str, str | Path] = {"unixsocket": path, "unixsocketperm": "700", "dir": folder}
    options |= {"port": "0", "save": "", "databases": "64"}
    command = [engines.valkey_server(), *(word for key, value in options.items() for word in (f"--{key}", value))]
    child = process.spawn(command, log=log)
    deadline = time.monotonic() + START_SECONDS
    while not _answers(path):
        if child.poll() is not None:
            raise ServiceError(f"Valkey stopped at its start with code {child.returncode}: see {log}")
        if time.monotonic() > deadline:
            stop(child)
            raise ServiceError(f"Valkey does not answer after {START_SECONDS} s: see {log}")
        time.sleep(0.01)
    return child


def stop(child: subprocess.Popen[bytes]) -> None:
    process.stop(child)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(5)
        try:
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False
