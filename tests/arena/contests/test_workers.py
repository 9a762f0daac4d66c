"""Real worker processes: contests are played, killed workers cost nothing, doubled messages change nothing."""

import os
import signal
import time

import pytest

from arena.celery_app import app
from arena.contests import sweeping
from arena.contests.models import Contest, Match, RatingChange, Snapshot
from arena.contests.queries.progress import workers_alive
from arena.contests.services import claims, queueing

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def _alone():
    """The session's worker, if there is one, leaves the matches to the workers of the test."""
    app.control.cancel_consumer(queueing.QUEUE, reply=True)
    yield
    app.control.add_consumer(queueing.QUEUE, reply=True)


def wait_for(what, seconds=60):
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline, f"{what} did not come true in {seconds} s"
        time.sleep(0.05)
    return found


def finished(contest):
    return lambda: Contest.objects.filter(pk=contest.pk, state="finished").exists()


def test_a_worker_plays_a_contest_to_its_end_and_computes_its_statistics(worker, make_contest):
    contest = make_contest(bots=4, boards=2)
    wait_for(finished(contest))
    assert set(contest.matches.values_list("state", "attempts")) == {("done", 1)}
    wait_for(lambda: Snapshot.objects.filter(contest=contest, matches=6).exists())


def test_messages_that_come_twice_change_nothing(worker, make_contest):
    contest = make_contest(bots=3)
    for pk in list(contest.matches.values_list("pk", flat=True)) * 3:
        app.send_task(queueing.PLAY_MATCH, [pk])
    wait_for(finished(contest))
    wait_for(lambda: queueing.length() == 0)
    assert set(contest.matches.values_list("state", "attempts")) == {("done", 1)}
    assert RatingChange.objects.count() == 6


def test_the_workers_heartbeat_is_the_sweep_it_ran(worker):
    assert not workers_alive()
    app.send_task("arena.contests.tasks.sweep")
    wait_for(workers_alive)


@pytest.mark.usefixtures("_alone")
def test_a_worker_killed_in_the_middle_costs_a_match_one_try(start_celery, make_contest, settings, monkeypatch):
    monkeypatch.setenv("MATCH_LEASE_SECONDS", "2")
    settings.MATCH_LEASE_SECONDS = 2
    contest = make_contest(bots=2, boards=100, preset="78")
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
    sweeping.sweep()
    wait_for(finished(contest))
    match.refresh_from_db()
    assert (match.state, match.attempts) == ("done", 2)


@pytest.mark.usefixtures("_alone")
def test_a_long_match_keeps_its_claim_beyond_the_lease(start_celery, make_contest, settings, monkeypatch):
    monkeypatch.setenv("MATCH_LEASE_SECONDS", "1")
    contest = make_contest(bots=2, boards=150, preset="78")
    start_celery("worker", "--concurrency=1", "--queues=matches,default", "--without-mingle")
    wait_for(lambda: contest.matches.filter(state="running").exists())
    began = time.monotonic()
    while not finished(contest)():
        assert claims.free_lost() == 0
        time.sleep(0.2)
    assert time.monotonic() - began > 1.5, "too short a match to show anything"
    assert contest.matches.get().attempts == 1
