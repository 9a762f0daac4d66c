"""The whole arena as one process and its children: what `satti serve` runs."""

import os
import secrets
import shutil
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

from arena.services import postgres, process, valkey
from arena.services.engines import ServiceError
from arena.services.private import Lock, Servers, make_private, urls
from arena.services.supervisor import Child, Supervisor, run

PYTHON = (sys.executable, "-P")  # -P: a celery.py in the current folder is not Celery
QUEUES = "default,checks,matches"
LARGEST_LOG = 20_000_000  # bytes; a larger one is put aside when its program starts
WILDCARDS = ("0.0.0.0", "::")  # noqa: S104
WAIT_SECONDS = 10.0  # for a match to end, when the arena stops; one cut short is played again


def environment(data: Path) -> dict[str, str]:
    """What the site's processes need to know, besides what is set already."""
    defaults = urls(data) | {"SECRET_KEY": secret(data / "secret_key"), "DJANGO_SETTINGS_MODULE": "arena.settings"}
    return {name: os.environ.get(name) or value for name, value in defaults.items()}


def secret(path: Path) -> str:
    """A random text that stays the same for this data folder, readable for this user alone."""
    try:
        with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(48))
    except FileExistsError:
        pass
    return path.read_text().strip()


class Arena:
    """Everything under one process. `run` returns when it was told to stop; ServiceError says why it cannot go on."""

    def __init__(self, data: Path, *, host: str, port: int, workers: int = 0, demo: bool | None = None) -> None:
        self.data, self.host, self.port = data.resolve(), host, port
        self.workers = workers or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else workers or 2
        self.demo = not os.environ.get("DATABASE_URL") if demo is None else demo
        self.supervisor = Supervisor(say)
        shown = "127.0.0.1" if host in WILDCARDS else host
        self.address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"

    def run(self) -> None:
        lock = Lock(self.data)
        try:
            check_port(self.host, self.port)
            make_private(self.data / "logs")
            self.supervisor.take_signals()
            self._start()
            self.supervisor.watch()
        finally:
            if self.supervisor.children:
                say("stopping")
            self.supervisor.stop()
            lock.release()
        say(f"stopped; the data are in {self.data}")

    def _start(self) -> None:
        env = os.environ | environment(self.data) | {"ALLOWED_HOSTS": allowed_hosts(self.host)}
        self._start_servers()
        say("bringing the database up to date")
        self._once("migrate", "-m", "django", "migrate", "--no-input", "--verbosity=1", env=env)
        say(f"starting worker ({self.workers} at once), beat and web server")
        celery = ("-m", "celery", "-A", "arena.celery_app")
        options = (f"--concurrency={self.workers}", f"--queues={QUEUES}", "--without-mingle", "--loglevel=INFO")
        self._keep("worker", *celery, "worker", *options, env=env)
        self._keep("beat", *celery, "beat", "--loglevel=INFO", env=env)
        bind = f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"
        web = ("--workers=2", "--threads=4", "--access-logfile=-", "--no-control-socket", f"--bind={bind}")
        self._keep("web", "-m", "gunicorn", "arena.wsgi:application", *web, env=env)
        self.supervisor.watch(until=self._answers)
        if self.supervisor.stopping.is_set():
            return
        words = ["--demo"] if self.demo else []
        if words:
            say("loading the demo: house bots and a tournament that they play now")
        self._once("demo", "-m", "arena.demo", *words, env=env | {"SATTI_DATA": str(self.data)})
        if not self.supervisor.stopping.is_set():
            self._welcome()

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
            shutil.move(log, log.with_suffix(".log.1"))
        self.supervisor.add(
            Child(
                name,
                lambda: process.spawn([*PYTHON, *words], log=log, env=env),
                lambda child: process.stop(child, seconds=WAIT_SECONDS),
            )
        )

    def _once(self, name: str, *words: str, env: dict[str, str]) -> None:
        done = run([*PYTHON, *words], env, self.supervisor.stopping)
        output = done.stdout.decode(errors="replace")
        with (self.data / "logs" / f"{name}.log").open("a") as file:
            file.write(output)
        if done.returncode != 0 and not self.supervisor.stopping.is_set():
            last = "\n".join(output.strip().splitlines()[-8:])
            raise ServiceError(f"{name} failed with code {done.returncode}:\n{last}")

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address + "health/", timeout=5) as response:  # noqa: S310
                return bool(response.status == 200)
        except (urllib.error.URLError, OSError):
            return False

    def _welcome(self) -> None:
        print(f"\n  Satti Arena is at   {self.address}")
        if self.demo:
            print(f"  log in as           demo / {secret(self.data / 'demo_password')}")
        print(f"  data and logs are   {self.data}\n  Ctrl-C stops it\n", flush=True)


def say(text: str) -> None:
    print(f"satti: {text}", flush=True)


def check_port(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ServiceError(
                f"cannot listen on {host} port {port}: {error.strerror}. Choose another one with --port (and --host)"
            ) from error


def allowed_hosts(host: str) -> str:
    """The names under which the site may be asked for, where the operator has set none."""
    names = ["localhost", "127.0.0.1", "[::1]", socket.gethostname()]
    if host not in WILDCARDS:
        names.append(f"[{host}]" if ":" in host else host)
    return os.environ.get("ALLOWED_HOSTS") or ",".join(dict.fromkeys(names))
