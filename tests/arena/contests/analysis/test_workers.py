"""Real workers: from the question to the stored answer, and one that is killed in the middle."""

import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from arena.contests.analysis import claims, line, requests
from arena.contests.analysis.deals import Where
from arena.contests.models import Analysis
from tests.arena.contests.making import wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_deal_whose_worker_is_killed_is_analysed_by_the_next_one(
    match: Any, start_celery: Callable[..., Any], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ANALYSIS_LEASE_SECONDS = 2
    monkeypatch.setenv("ANALYSIS_LEASE_SECONDS", "2")
    monkeypatch.setenv("ANALYSIS_DEALS", "0")
    words = ("worker", "--concurrency=1", "--queues=analysis", "--without-mingle")
    doomed = start_celery(*words)
    doomed.wait_for("ready.")
    requests.ask(match=match, where=Where(3, 0))
    wait_for(Analysis.objects.filter(state="running").exists)
    os.killpg(doomed.process.pid, signal.SIGKILL)
    assert Analysis.objects.get().state == "running", "killed in the middle"
    wait_for(claims.free_lost, 15)
    start_celery(*words)
    wait_for(line.send_due, 15)
    wait_for(Analysis.objects.filter(state="done").exists)
    row = Analysis.objects.get()
    assert (row.attempts, row.failures) == (2, 0)
    assert row.cpu_seconds > 2, "the lost attempt is charged its lease"
