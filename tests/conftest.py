"""The whole suite's set-up: private PostgreSQL and Valkey servers, started before Django's settings load.

DJANGO_SETTINGS_MODULE is set here and not in pyproject.toml, because pytest-django would load the settings too early.
Under pytest-xdist the controller starts the servers; each worker has a database and a Valkey database of its own.

Fixtures: `worker`, a real Celery worker on the test database (with `@pytest.mark.django_db(transaction=True)`);
`start_celery`, for a test that needs its own or `beat`; `start_web`, a web server process; `page`, a
page of a real browser (with `live_server`).
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import django
import pytest
import redis

from arena.standalone import postgres, valkey
from arena.standalone.private import Servers, sockets_folder
from tests import support

QUEUES = ("default", "checks", "matches", "play")
PREFIX = "satti-tests-"
SERVERS = pytest.StashKey[Servers]()

os.environ["DJANGO_SETTINGS_MODULE"] = "arena.settings"
os.environ.setdefault("SECRET_KEY", "only-the-tests-use-this-and-it-is-longer-than-fifty-characters")


def pytest_configure(config: pytest.Config) -> None:
    if hasattr(config, "workerinput"):
        return
    _sweep()
    data = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    servers = Servers(data, durable=False)
    os.environ.update(servers.start(), SATTI_DATA=str(data), SIGNING_KEYS=str(data / "signing-keys"))
    config.stash[SERVERS] = servers
    django.setup()  # pytest-django does it only where the settings have been loaded by now


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(config: pytest.Config, specs: list[Any]) -> None:
    for number, spec in enumerate(specs, start=1):
        spec.env["REDIS_URL"] = valkey.url(sockets_folder(config.stash[SERVERS].data), number)


def pytest_unconfigure(config: pytest.Config) -> None:
    if servers := config.stash.get(SERVERS, None):
        servers.stop()
        shutil.rmtree(servers.data, ignore_errors=True)


def _sweep() -> None:
    """Remove what a killed run left: its servers died with it, its folder did not."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        pid = folder.name.removeprefix(PREFIX).split("-")[0]
        try:
            os.kill(int(pid), 0)
        except ProcessLookupError:
            shutil.rmtree(folder, ignore_errors=True)
        except (PermissionError, ValueError):
            continue


@pytest.fixture(scope="session")
def database_url(django_db_setup: None) -> str:
    from django.db import connection  # noqa: PLC0415 - settings load after this file

    return postgres.url(sockets_folder(Path(os.environ["SATTI_DATA"])), connection.settings_dict["NAME"])


@pytest.fixture(scope="session")
def _shared_worker(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[support.Celery]]:
    running: list[support.Celery] = []  # none, or the one
    yield running
    for celery in running:
        celery.stop()


@pytest.fixture
def start_celery(transactional_db: None, database_url: str, tmp_path: Path) -> Iterator[Callable[..., support.Celery]]:
    """start_celery("worker", "--concurrency=1") -> a Celery process of this test's own, stopped at its end."""
    started: list[support.Celery] = []

    def start(*words: str) -> support.Celery:
        log = tmp_path / f"celery-{len(started)}.log"
        started.append(support.start_celery(*words, "--loglevel=INFO", database_url=database_url, log=log))
        return started[-1]

    _queue().flushdb()
    yield start
    for celery in started:
        celery.stop()
        print(f"--- {celery.log.name}\n{celery.output()}")  # shown where a test fails
    _queue().flushdb()


@pytest.fixture
def start_web(transactional_db: None, database_url: str, tmp_path: Path) -> Iterator[Callable[..., support.Web]]:
    """start_web(DATABASE_POOL="2") -> a web server process of this test's own on the test database, at its `url`."""
    started: list[support.Web] = []

    def start(*words: str, **environment: str) -> support.Web:
        log = tmp_path / f"web-{len(started)}.log"
        started.append(support.start_web(*words, log=log, DATABASE_URL=database_url, **environment))
        started[-1].wait()
        return started[-1]

    yield start
    for web in started:
        web.stop()
        print(f"--- {web.log.name}\n{web.log.read_text(errors='replace')}")  # shown where a test fails


@pytest.fixture
def worker(
    transactional_db: None,
    database_url: str,
    _shared_worker: list[support.Celery],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[support.Celery]:
    """The session's Celery worker with an empty queue; after the test it finishes what it has begun."""
    if not _shared_worker or _shared_worker[0].process.poll() is not None:
        _queue().flushdb()
        log = tmp_path_factory.mktemp("celery") / "worker.log"
        words = ("worker", "--concurrency=2", f"--queues={','.join(QUEUES)}", "--loglevel=INFO", "--without-mingle")
        _shared_worker[:] = [support.start_celery(*words, database_url=database_url, log=log)]
        _shared_worker[0].wait_for("ready.")
    celery = _shared_worker[0]
    before = len(celery.output())
    yield celery
    queue = _queue()
    queue.delete(*QUEUES)
    deadline = time.monotonic() + 20
    while queue.hlen("unacked") and time.monotonic() < deadline and celery.process.poll() is None:
        time.sleep(0.02)
    if queue.hlen("unacked"):
        celery.stop()
    print(f"--- celery worker\n{celery.output()[before:]}")  # shown where a test fails


def _queue() -> "redis.Redis[bytes]":
    return redis.Redis.from_url(os.environ["REDIS_URL"])


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A headless Chromium; where there is none the test is skipped, in CI it fails."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - slow, and few tests need it

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright leaves an event loop in this thread
    with sync_playwright() as playwright:
        path = support.chromium(playwright.chromium.executable_path)
        if path is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)(support.NO_CHROMIUM)
        chromium = playwright.chromium.launch(executable_path=path, args=support.chromium_flags())
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A new page with cookies of its own. The test fails where the page logs an error or a script throws."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    new = context.new_page()
    errors: list[str] = []
    new.on("pageerror", lambda error: errors.append(str(error)))
    new.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    yield new
    folder = support.ROOT / "test-artifacts"
    if (report := request.node.stash.get(REPORT, None)) and report.failed:
        folder.mkdir(exist_ok=True)
        new.screenshot(path=folder / f"{request.node.name}.png", full_page=True)
    context.close()
    assert not errors, "errors in the browser's console: " + "; ".join(errors)


REPORT = pytest.StashKey[pytest.TestReport]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    report = yield
    if report.when == "call":
        item.stash[REPORT] = report
    return report
