"""Real worker processes: contests are played, killed workers cost nothing, doubled messages change nothing."""

import pytest

from arena.celery_app import app
from arena.contests.models import RatingChange, Snapshot
from arena.contests.queries.progress import workers_alive
from arena.contests.services import queueing
from tests.arena.contests.making import finished, wait_for

pytestmark = pytest.mark.django_db(transaction=True)


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
