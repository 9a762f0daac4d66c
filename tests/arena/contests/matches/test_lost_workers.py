"""Workers that die or take long, with the session's worker out of the way."""

import os
import signal
import time

import pytest

from arena.contests.matches import claims
from arena.contests.models import Match
from arena.contests.operations import sweep
from tests.arena.contests.making import finished, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("alone")]


def test_a_worker_killed_in_the_middle_costs_a_match_one_try(start_celery, make_contest, settings, monkeypatch):
    monkeypatch.setenv("MATCH_LEASE_SECONDS", "2")
    settings.MATCH_LEASE_SECONDS = 2
    contest = make_contest(bots=2, preset="78")
    contest.matches.update(boards=1000)
    doomed = start_celery("worker", "--concurrency=1", "--queues=matches,default", "--without-mingle")
    running = Match.objects.filter(contest=contest, state="running", progress__gte=1)
    wait_for(running.exists)
    os.killpg(doomed.process.pid, signal.SIGKILL)
    assert contest.matches.get().state == "running"
    wait_for(lambda: claims.free_lost() == 1, 15)
    match = contest.matches.get()
    assert (match.state, match.attempts, match.progress) == ("waiting", 1, 0)
    assert "lost" in match.trouble
    Match.objects.filter(pk=match.pk).update(boards=2)
    start_celery("worker", "--concurrency=1", "--queues=matches,default", "--without-mingle")
    sweep.sweep()
    wait_for(finished(contest))
    match.refresh_from_db()
    assert (match.state, match.attempts) == ("done", 2)


def test_a_long_match_keeps_its_claim_beyond_the_lease(start_celery, make_contest, monkeypatch):
    lease = 8  # renewed every 2 s, which a busy machine can keep
    monkeypatch.setenv("MATCH_LEASE_SECONDS", str(lease))
    contest = make_contest(bots=2, preset="78")
    contest.matches.update(boards=30_000)  # without end, as far as this test goes
    start_celery("worker", "--concurrency=1", "--queues=matches,default", "--without-mingle")
    wait_for(lambda: contest.matches.filter(state="running").exists())
    claim = contest.matches.get().claim
    until = time.monotonic() + lease + 2
    while time.monotonic() < until:
        assert claims.free_lost() == 0
        time.sleep(0.2)
    match = contest.matches.get()
    assert (match.state, match.attempts, match.claim) == ("running", 1, claim)
