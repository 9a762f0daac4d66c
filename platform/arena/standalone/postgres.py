"""A private PostgreSQL: a cluster in a folder, reached through a socket that only this user can open."""

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.parse import quote

import psycopg

from arena.standalone import engines, process
from arena.standalone.engines import ServiceError, tail

USER = DATABASE = "satti"
SOCKET_LOCK = ".s.PGSQL.5432.lock"
NOBODY = 2**31 - 1  # no system has so many processes
SESSIONS_LEFT = "pre-existing shared memory block"  # what PostgreSQL says of them
START_SECONDS = 60


def url(sockets: Path, database: str = DATABASE) -> str:
    """The DATABASE_URL of the server whose sockets lie in that folder."""
    return f"postgresql://{USER}@{quote(str(sockets), safe='')}/{database}"


def start(cluster: Path, *, sockets: Path, log: Path, durable: bool = True) -> subprocess.Popen[bytes]:
    """Start the server on `cluster`, which is made where it is not there; returns once it answers.

    `durable=False` is for tests: what the operating system has not yet written is lost with it.
    """
    programs = engines.postgres_folder()
    if not cluster.exists():
        _initdb(programs, cluster, log=log, durable=durable)
    _check_version(programs, cluster)
    _wait_for_the_last_one(cluster, sockets)
    command: list[str | Path] = [programs / "postgres", "-D", cluster, "-k", sockets, "-h", ""]
    command += ["-c", "max_connections=200"]
    if not durable:
        command += ["-F", "-c", "synchronous_commit=off", "-c", "full_page_writes=off"]
    child = _spawn(command, log=log)
    deadline = time.monotonic() + START_SECONDS
    while True:
        if child.poll() is not None:
            if SESSIONS_LEFT in tail(log) and time.monotonic() < deadline:
                time.sleep(0.2)
                child = _spawn(command, log=log)
                continue
            raise ServiceError(f"PostgreSQL stopped at its start with code {child.returncode}:\n{tail(log)}")
        try:
            _ensure_database(sockets)
            return child
        except psycopg.OperationalError as error:
            if time.monotonic() > deadline:
                stop(child)
                raise ServiceError(f"PostgreSQL does not answer after {START_SECONDS} s: {error}") from error
            time.sleep(0.02)


def stop(child: subprocess.Popen[bytes]) -> None:
    process.stop(child, by=signal.SIGINT, seconds=30)  # "fast": ends sessions, loses nothing


def _initdb(programs: Path, cluster: Path, *, log: Path, durable: bool) -> None:
    unfinished = cluster.with_name(cluster.name + ".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    command: list[str | Path] = [programs / "initdb", "-D", unfinished, "-U", USER, "--auth=trust"]
    command += ["-E", "UTF8", "--locale=C"]
    command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]  # sorts alike on every host
    if not durable:
        command.append("--no-sync")
    if _spawn(command, log=log).wait() != 0:
        raise ServiceError(f"PostgreSQL cannot make its files in {cluster}:\n{tail(log)}")
    unfinished.rename(cluster)


def _spawn(command: list[str | Path], *, log: Path) -> subprocess.Popen[bytes]:
    try:
        return process.spawn(command, log=log, never_root=True)
    except OSError as error:
        hint = ""
        if os.geteuid() == 0:
            hint = " (PostgreSQL refuses to be root; run as an ordinary user, or name a server in DATABASE_URL)"
        raise ServiceError(f"PostgreSQL cannot start: {error}{hint}") from error


def _ensure_database(sockets: Path) -> None:
    with psycopg.connect(url(sockets, "postgres"), autocommit=True, connect_timeout=5) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE]).fetchone():
            connection.execute(f"CREATE DATABASE {DATABASE}")


def _check_version(programs: Path, cluster: Path) -> None:
    made_by = (cluster / "PG_VERSION").read_text().strip()
    line = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True).stdout
    ours = line.split()[2].split(".")[0]
    if made_by != ours:
        raise ServiceError(
            f"{cluster} was made by PostgreSQL {made_by}, here is {ours}: dump it with the old one and load it into a "
            "new folder (docs/operating.md), or choose another --data"
        )


def _wait_for_the_last_one(cluster: Path, sockets: Path) -> None:
    """After a kill -9 the old server needs a moment to go. A recycled process id must not look like one, and PostgreSQL
    itself would take it for one. Its file stays: by it PostgreSQL finds sessions that outlived their server."""
    pid_file = cluster / "postmaster.pid"
    for _ in range(100):
        try:
            pid, rest = pid_file.read_text().split(maxsplit=1)
        except (FileNotFoundError, ValueError):
            return
        if not _is_postgres(int(pid)):
            pid_file.write_text(f"{NOBODY}\n{rest}")
            (sockets / SOCKET_LOCK).unlink(missing_ok=True)
            return
        time.sleep(0.1)
    raise ServiceError(f"a PostgreSQL (process {pid}) is still running on {cluster}: stop it, or choose another --data")


def _is_postgres(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return False  # another user's, so not ours
    proc = Path("/proc", str(pid), "cmdline")
    if proc.exists():
        program = proc.read_bytes().split(b"\0")[0].decode(errors="replace")
    else:
        program = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True).stdout
    return Path(program.strip()).name == "postgres"
