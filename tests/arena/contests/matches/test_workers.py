"""Real worker processes: contests are played, killed workers cost nothing, doubled messages change nothing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.celery_app import QUEUES as ALL
from arena.celery_app import app
from arena.contests.models import Heartbeat, RatingChange, Snapshot
from arena.contests.schedule import queue
from arena.contests.schedule.progress import workers_alive
from arena.contests.tasks import play_match
from arena.standalone.arena import QUEUES, QUICK_QUEUES
from arena.submissions.models import Version
from arena.submissions.services import upload_version
from tests.arena.contests.making import SLOW_BOT, finished, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_worker_plays_a_contest_to_its_end_and_computes_its_statistics(worker, make_contest):
    contest = make_contest(bots=4, boards=2)
    wait_for(finished(contest))
    assert set(contest.matches.values_list("state", "attempts")) == {("done", 1)}
    wait_for(lambda: Snapshot.objects.filter(contest=contest, matches=6).exists())


def test_messages_that_come_twice_change_nothing(worker, make_contest):
    contest = make_contest(bots=3)
    for pk in list(contest.matches.values_list("pk", flat=True)) * 3:
        app.send_task(queue.PLAY_MATCH, [pk])
    wait_for(finished(contest))
    wait_for(lambda: queue.length() == 0)
    assert set(contest.matches.values_list("state", "attempts")) == {("done", 1)}
    assert RatingChange.objects.count() == 6


@pytest.fixture
def nobody_else():
    """The session's worker, if there is one, takes no tasks of this test."""
    for name in ALL:
        app.control.cancel_consumer(name, reply=True)
    yield
    for name in ALL:
        app.control.add_consumer(name, reply=True)


def test_nobodys_check_waits_behind_a_match(nobody_else, start_celery, make_contest, owner, stranger, making):
    worker, checker = (
        start_celery("worker", f"--hostname={name}@%h", f"--queues={queues}", "--concurrency=1", "--without-mingle")
        for name, queues in (("worker", QUEUES), ("checker", QUICK_QUEUES))
    )
    worker.wait_for("ready.")
    checker.wait_for("ready.")
    contest = make_contest(bots=[making.slow_bot("a", owner), making.slow_bot("b", stranger)], boards=10)
    wait_for(lambda: contest.matches.filter(state="running").exists())
    version = upload_version(bot=making.bot("c", owner, builtin=""), data=SLOW_BOT, filename="bot.py")
    wait_for(lambda: Version.objects.get(pk=version.pk).status == "ready")
    assert contest.matches.get().state == "running"
    assert "check_version[" in checker.output()
    assert "check_version[" not in worker.output()


def test_the_workers_heartbeat_is_the_sweep_it_ran(worker):
    assert not workers_alive()
    app.send_task("arena.contests.tasks.sweep")
    wait_for(workers_alive)


def test_who_sweeps_and_plays_nothing_is_no_worker(alone, make_contest):
    contest = make_contest(bots=2)
    queue.dispatch()
    Heartbeat.objects.create(name="sweep", at=timezone.now())
    assert workers_alive()
    contest.matches.update(queued_at=timezone.now() - timedelta(minutes=2))
    assert not workers_alive()
    play_match(contest.matches.get().pk)
    long_ago = timezone.now() - timedelta(minutes=2)
    contest.matches.create(round=1, number=2, key="k", seed="s", boards=1, rated=False, queued_at=long_ago)
    assert workers_alive(), "a match has just ended"
