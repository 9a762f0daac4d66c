"""The schedule runs on a clock that nobody sets."""

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from arena import broker
from arena.beat import HEARTBEAT, MonotonicScheduler
from arena.celery_app import app
from arena.contests.models import Heartbeat

pytestmark = pytest.mark.django_db


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    tasks: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, *args, **options: tasks.append(name))
    return tasks


def scheduler(seconds: float) -> MonotonicScheduler:
    made = MonotonicScheduler(app=app, max_interval=5, lazy=True)
    made.data = {}
    made.merge_inplace({"sweep": {"task": "a.sweep", "schedule": seconds}})
    return made


def test_a_task_is_due_at_once_and_then_at_its_interval(sent: list[str]) -> None:
    beat = scheduler(0.2)
    wait = beat.tick()
    assert sent == ["a.sweep"]
    assert 0 < wait <= 0.2
    beat.tick()
    assert len(sent) == 1
    time.sleep(0.25)
    beat.tick()
    assert len(sent) == 2
    assert Heartbeat.objects.is_recent(HEARTBEAT, 5)


@pytest.mark.parametrize("hours", [-1, 1])
def test_the_wall_clock_plays_no_part(sent: list[str], monkeypatch: pytest.MonkeyPatch, hours: int) -> None:
    beat = scheduler(0.2)
    beat.tick()
    wrong = datetime.now(UTC) + timedelta(hours=hours)
    monkeypatch.setattr(app, "now", lambda: wrong)
    monkeypatch.setattr(time, "time", wrong.timestamp)
    time.sleep(0.25)
    beat.tick()
    assert len(sent) == 2


def test_a_broker_that_is_away_stops_neither_beat_nor_its_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(*args: Any, **options: Any) -> None:
        raise OSError("nobody there")

    monkeypatch.setattr(app, "send_task", away)
    scheduler(1).tick()
    assert Heartbeat.objects.is_recent(HEARTBEAT, 5)
    assert broker.send_all("a.task", [1, 2]) == 0
