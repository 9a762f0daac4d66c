"""/health/ with real services, present and absent."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

pytestmark = pytest.mark.django_db(transaction=True)


def test_all_is_well_with_a_worker_and_beat(client: Client, worker: Any, start_celery: Callable[..., Any]) -> None:
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


def test_without_a_broker_it_says_so_and_shows_no_addresses(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "unix:///nowhere/secret.sock?db=0"
    answer = client.get("/health/")
    assert answer.status_code == 503
    assert answer.json()["broker"] == {"ok": False, "detail": "does not answer"}
    assert answer.json()["database"]["ok"] is True
    assert b"secret" not in answer.content


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/health/").status_code == 405
