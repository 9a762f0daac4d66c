"""Both private servers in one data folder, which one process at a time may use."""

import fcntl
import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
from pathlib import Path
from typing import IO

from arena.standalone import postgres, valkey
from arena.standalone.engines import ServiceError

SOCKET_PATH_BYTES = 100  # Linux takes 107, macOS 103


def sockets_folder(data: Path) -> Path:
    """Where the sockets of a data folder lie: in it, or in the temp folder where its path is too long for a socket."""
    run = data.resolve() / "run"
    if len(os.fsencode(run / postgres.SOCKET_LOCK)) <= SOCKET_PATH_BYTES:
        return run
    name = hashlib.sha256(os.fsencode(run)).hexdigest()[:12]
    return Path(tempfile.gettempdir(), f"satti-{os.getuid()}-{name}")


def urls(data: Path) -> dict[str, str]:
    """The addresses of the servers of a data folder, running or not, as environment variables."""
    sockets = sockets_folder(data)
    return {"DATABASE_URL": postgres.url(sockets), "REDIS_URL": valkey.url(sockets)}


class Lock:
    """The right to use a data folder: held by one process, and gone with it."""

    def __init__(self, data: Path) -> None:
        make_private(data)
        self.file: IO[str] = (data / "lock").open("a+")
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.file.seek(0)
            holder = self.file.read().strip() or "unknown"
            self.file.close()
            raise ServiceError(
                f"an arena is already running on {data} (process {holder}): stop it, or choose another --data"
            ) from None
        self.file.truncate(0)
        self.file.write(str(os.getpid()))
        self.file.flush()

    def release(self) -> None:
        self.file.close()


class Servers:
    """A private PostgreSQL and a private Valkey in a data folder; as a context manager, both.

    `durable=False` is for tests: what the operating system has not yet written is lost with it.
    """

    def __init__(self, data: Path, *, durable: bool = True) -> None:
        self.data, self.durable = data.resolve(), durable
        self.postgres: subprocess.Popen[bytes] | None = None
        self.valkey: subprocess.Popen[bytes] | None = None

    def start_postgres(self) -> subprocess.Popen[bytes]:
        sockets, log = self._folders("postgres.log")
        self.postgres = postgres.start(self.data / "postgres", sockets=sockets, log=log, durable=self.durable)
        return self.postgres

    def start_valkey(self) -> subprocess.Popen[bytes]:
        sockets, log = self._folders("valkey.log")
        self.valkey = valkey.start(self.data / "valkey", sockets=sockets, log=log)
        return self.valkey

    def _folders(self, log: str) -> tuple[Path, Path]:
        sockets = sockets_folder(self.data)
        for folder in (self.data, sockets, self.data / "logs"):
            make_private(folder)
        return sockets, self.data / "logs" / log

    def start(self) -> dict[str, str]:
        """Start both; returns the environment variables that name them."""
        try:
            self.start_postgres()
            self.start_valkey()
        except BaseException:
            self.stop()
            raise
        return urls(self.data)

    def stop(self) -> None:
        if self.valkey:
            valkey.stop(self.valkey)
        if self.postgres:
            postgres.stop(self.postgres)
        if (sockets := sockets_folder(self.data)).parent != self.data:
            shutil.rmtree(sockets, ignore_errors=True)

    def __enter__(self) -> dict[str, str]:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.stop()


def make_private(folder: Path) -> None:
    """Make the folder for this user alone; refuse one of somebody else's (the temp folder is everybody's)."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
        raise ServiceError(f"{folder} is not a folder of this user's: choose another one with --data")
