"""Queueing: after the commit, and without harm where the broker is away."""

import os
import subprocess
import sys
import time
from typing import Any

import pytest
from django.db import transaction

from arena import broker
from arena.celery_app import app
from arena.submissions import checks
from arena.submissions.models import Version
from tests.arena.submissions import making
from tests.support import ROOT

UPLOAD = """
import django
django.setup()
from arena.submissions.models import Bot
from tests.arena.submissions import making
making.version(Bot.objects.get())
"""


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_costs_an_upload_nothing_and_little_time(
    person: Any, request: pytest.FixtureRequest
) -> None:
    making.bot(person("owner"))
    began = time.monotonic()
    path = f"{ROOT / 'platform'}{os.pathsep}{ROOT}"
    away = {
        "DATABASE_URL": request.getfixturevalue("database_url"),
        "REDIS_URL": "unix:///nowhere/valkey.sock?db=0",
        "PYTHONPATH": path,
    }
    done = subprocess.run([sys.executable, "-c", UPLOAD], env=os.environ | away, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert time.monotonic() - began < 30, "a request does not wait for the broker to return"
    assert "the broker takes no tasks" in done.stderr, "the failure is logged"
    version = Version.objects.get()
    assert (version.status, version.queued_at) == ("waiting", None)
    assert checks.send_waiting() == 1, "the next sweep sends it"


@pytest.mark.django_db(transaction=True)
def test_nothing_is_queued_by_a_transaction_that_is_rolled_back(worker: Any) -> None:
    with transaction.atomic():
        checks.queue(version_id=10**9)
        transaction.set_rollback(True)
    assert broker.length(checks.QUEUE) == 0


def test_only_json_is_accepted_and_tasks_go_to_their_queues() -> None:
    assert app.conf.accept_content == ["json"]
    assert app.conf.task_serializer == "json"
    assert {name: route["queue"] for name, route in app.conf.task_routes.items()} == {
        "arena.submissions.tasks.check_version": "checks",
        "arena.contests.tasks.play_match": "matches",
        "arena.contests.tasks.analyse": "analysis",
        "arena.play.tasks.play_computers": "play",
    }
    app.loader.import_default_modules()
    assert set(app.conf.task_routes) <= set(app.tasks), "routes name tasks that are there"
