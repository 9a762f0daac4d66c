"""The whole arena as one process and its children: what `satti serve` runs."""

import errno
import http.client
import os
import secrets
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import games
from arena.standalone import postgres, process, valkey
from arena.standalone.engines import ServiceError, tail
from arena.standalone.private import Lock, Servers, make_private, urls
from arena.standalone.supervisor import Child, Stopped, Supervisor

PYTHON = (sys.executable, "-P")  # -P: a celery.py in the current folder is not Celery
QUEUES = "default,checks,matches,play"
# Of a worker that takes no match: nobody's check waits behind one. Its last queue is served when the others are empty.
QUICK_QUEUES = "default,checks,play,analysis"
LARGEST_LOG = 20_000_000  # bytes; a larger one is put aside when its program starts
LOG_ENCODING = {"PYTHONIOENCODING": "utf-8:backslashreplace"}  # of logs, whatever our own console knows
WAIT_SECONDS = 10.0  # for a match to end, when the arena stops; one cut short is played again


def environment(data: Path) -> dict[str, str]:
    """What the site's processes need to know, besides what is set already."""
    defaults = urls(data) | {"SECRET_KEY": secret(data / "secret_key"), "DJANGO_SETTINGS_MODULE": "arena.settings"}
    defaults["SIGNING_KEYS"] = str(data.resolve() / "signing-keys")
    return {name: os.environ.get(name) or value for name, value in defaults.items()}


def secret(path: Path, *, size: int = 32) -> str:
    """`size` random bytes in hex that stay the same for this data folder, readable for this user alone."""
    try:
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_hex(size))
    except FileExistsError:
        pass
    return path.read_text().strip()


class Arena:
    """Everything under one process. `run` returns when it was told to stop; ServiceError says why it cannot go on."""

    def __init__(self, data: Path, *, host: str, port: int, workers: int = 0, demo: bool | None = None) -> None:
        self.data, self.host, self.port = data.resolve(), host, port
        self.workers = workers or os.cpu_count() or 1
        self.demo = not os.environ.get("DATABASE_URL") if demo is None else demo
        self.supervisor = Supervisor(say)
        self.shown = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104

    def run(self) -> None:
        lock = Lock(self.data)
        try:
            check_port(self.host, self.port)
            make_private(self.data / "logs")
            self.supervisor.take_signals()
            with suppress(Stopped):
                self._start()
                self._welcome()
                self.supervisor.watch()
        finally:
            if self.supervisor.children:
                say("stopping")
            self.supervisor.stop()
            lock.release()
        say(f"stopped; the data are in {self.data}")

    def _start(self) -> None:
        env = os.environ | environment(self.data) | {"ALLOWED_HOSTS": allowed_hosts(self.host)}
        for name, reason in games.broken().items():
            say(f"the game {name} cannot be played, the others can. {reason}")
        self._start_servers()
        say("bringing the database up to date")
        self._once("migrate", "-m", "django", "migrate", "--no-input", env=env)
        self._once("house_bots", "-m", "django", "house_bots", env=env)
        say(f"starting worker ({self.workers} at once), checker, beat and web server")
        celery = ("-m", "celery", "-A", "arena.celery_app")
        for name, queues, processes in (("worker", QUEUES, self.workers), ("checker", QUICK_QUEUES, 2)):
            who = ("worker", f"--hostname={name}@%h", f"--queues={queues}", f"--concurrency={processes}")
            self._keep(name, *celery, *who, "--without-mingle", "--loglevel=INFO", env=env)
        self._keep("beat", *celery, "beat", "--loglevel=INFO", env=env)
        web = (f"--host={self.host}", f"--port={self.port}")
        self._keep("web", "-m", "arena.standalone.web", *web, env=env)
        self.supervisor.watch(until=self._answers)
        if self.demo:
            say("loading the demo")
            password = env | {"DEMO_PASSWORD": secret(self.data / "demo_password", size=6)}
            try:
                self._once("the demo", "-m", "arena.demo", env=password, shown=True)
            except ServiceError as error:  # what somebody made of it since must not keep the arena from serving
                say(f"{error}; going on without it")

    def _start_servers(self) -> None:
        private = Servers(self.data)
        if not os.environ.get("DATABASE_URL"):
            new = not (self.data / "postgres").exists()
            say(f"starting PostgreSQL {'on new data' if new else 'on the data'} in {self.data}")
            self.supervisor.add(Child("PostgreSQL", private.start_postgres, postgres.stop))
        if not os.environ.get("REDIS_URL"):
            say("starting Valkey")
            self.supervisor.add(Child("Valkey", private.start_valkey, valkey.stop))

    def _keep(self, name: str, *words: str, env: dict[str, str]) -> None:
        log = self.data / "logs" / f"{name}.log"
        if log.exists() and log.stat().st_size > LARGEST_LOG:
            log.replace(log.with_suffix(".log.1"))
        own = env | LOG_ENCODING
        child = Child(name, lambda: process.spawn([*PYTHON, *words], log=log, env=own), stop_in_time, log)
        self.supervisor.add(child)

    def _once(self, name: str, *words: str, env: dict[str, str], shown: bool = False) -> None:
        """Run a program to its end, while the others are kept alive; what it says is shown or goes to its log."""
        log = None if shown else self.data / "logs" / f"{name}.log"
        child = process.spawn([*PYTHON, *words], log=log, env=env | (LOG_ENCODING if log else {}))
        self.supervisor.passing.append(child)
        try:
            self.supervisor.watch(until=lambda: child.poll() is not None)
        finally:
            process.stop(child)
            self.supervisor.passing.remove(child)
        if child.returncode != 0:
            raise ServiceError(f"{name} failed with code {child.returncode}" + (f":\n{tail(log)}" if log else ""))

    def _answers(self) -> bool:
        """Whether the web server does, whatever it says: the health of the others is another question."""
        connection = http.client.HTTPConnection(self.shown, self.port, timeout=5)
        try:
            connection.request("GET", "/")
            connection.getresponse()
        except OSError:
            return False
        finally:
            connection.close()
        return True

    def _welcome(self) -> None:
        print(f"\n  Satti Arena is at   http://{bracketed(self.shown)}:{self.port}/")
        if self.demo:
            print(f"  log in as           demo / {secret(self.data / 'demo_password')}")
        print(f"  data and logs are   {self.data}\n  Ctrl-C stops it\n", flush=True)


def say(text: str) -> None:
    print(f"satti: {text}", flush=True)


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def stop_in_time(child: subprocess.Popen[bytes]) -> None:
    process.stop(child, seconds=WAIT_SECONDS)


def check_port(host: str, port: int) -> None:
    """Raise ServiceError where it cannot be listened on; the web server of a killed arena gets a moment to go."""
    deadline = time.monotonic() + 3
    while True:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
                return
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                    what = f"cannot listen on {host} port {port}: {error.strerror or error}"
                    raise ServiceError(f"{what}. Choose another one with --port (make run PORT=...)") from error
        time.sleep(0.1)


def allowed_hosts(host: str) -> str:
    """The names under which the site may be asked for, where the operator has set none."""
    names = ["localhost", "127.0.0.1", "[::1]", socket.gethostname(), bracketed(host)]
    return os.environ.get("ALLOWED_HOSTS") or ",".join(dict.fromkeys(names))
