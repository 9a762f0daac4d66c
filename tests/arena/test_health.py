"""/health/ with real services, present and absent."""

import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone

from arena import health
from arena.celery_app import app
from arena.contests.models import Heartbeat
from arena.standalone.arena import QUICK_QUEUES

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_is_well_with_a_worker_and_beat(
    client: Client, worker: Any, start_celery: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SWEEP_SECONDS", "3600")
    start_celery("beat")
    deadline = time.monotonic() + 60
    while (answer := client.get("/health/")).status_code != 200:
        assert time.monotonic() < deadline, answer.json()
        time.sleep(0.2)
    body = answer.json()
    assert body["ok"] is True
    assert {name for name, part in body.items() if name != "ok" and part["ok"]} == {
        "database",
        "broker",
        "worker",
        "beat",
    }
    assert "no-store" in answer.headers["Cache-Control"]


def test_without_beat_it_says_so(client: Client, worker: Any) -> None:
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["worker"]["ok"] is True
    assert answer.json()["beat"] == {"ok": False, "detail": "the scheduler (celery beat) has not run for over a minute"}


def test_a_beat_that_wrote_nothing_for_long_is_not_alive(client: Client) -> None:
    Heartbeat.objects.beat("beat")
    assert health.report()["beat"] == (True, "alive")
    for hours in (-1, 1):  # an hour in the future was written while the clock was wrong
        Heartbeat.objects.update(at=timezone.now() + timedelta(hours=hours))
        assert health.report()["beat"][0] is False


def test_a_kind_of_tasks_that_no_worker_takes_is_named(start_celery: Callable[..., Any], worker: Any) -> None:
    app.control.cancel_consumer("matches", reply=True)
    try:
        start_celery("worker", "--hostname=checker@%h", f"--queues={QUICK_QUEUES}", "--concurrency=1").wait_for(
            "ready."
        )
        assert health.report()["worker"] == (False, "no worker takes tasks of the kind matches")
    finally:
        app.control.add_consumer("matches", reply=True)
    assert health.report()["worker"] == (True, "2 alive")


def test_asking_often_asks_the_workers_once(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    monkeypatch.setitem(health.PARTS, "worker", lambda: str(looks.append(1)))
    for _ in range(5):
        client.get("/health/")
    assert len(looks) == 1


def test_while_somebody_looks_again_the_others_hear_what_was_seen_last(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0)
    heard: list[Any] = []
    monkeypatch.setitem(health.PARTS, "worker", lambda: "the first time")
    client.get("/health/")
    monkeypatch.setitem(
        health.PARTS, "worker", lambda: str(heard.append(client.get("/health/").json()["worker"]["detail"]))
    )
    client.get("/health/")
    assert heard == ["the first time"]


def test_without_a_broker_it_says_so_and_shows_no_addresses(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "unix:///nowhere/secret.sock?db=0"
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["broker"] == {"ok": False, "detail": "does not answer"}
    assert answer.json()["database"]["ok"] is True
    assert b"secret" not in answer.content


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/health/").status_code == 405
