"""The way into the broker's queue and back out of it, on a real broker."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from arena.celery_app import app
from arena.contests.matches.queries import before_in_queue, explain, matches
from arena.contests.models import Match, Pulse
from arena.contests.operations import sweep
from arena.contests.schedule import queue
from arena.contests.tournaments import lifecycle

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("alone")]
LONG_AGO = timedelta(minutes=5)


@pytest.fixture(autouse=True)
def _empty_queue():
    with app.connection_for_write() as connection:
        connection.default_channel.queue_declare(queue.QUEUE, durable=True)
        connection.default_channel.queue_purge(queue.QUEUE)
        yield
        connection.default_channel.queue_purge(queue.QUEUE)


@pytest.fixture
def _no_broker(monkeypatch):
    """The broker's address leads nowhere for as long as the test lasts."""
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1/0")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)


def test_matches_are_queued_when_the_start_is_committed(make_contest):
    make_contest(bots=3)
    assert queue.length() == 3
    assert Match.objects.filter(queued_at__isnull=False).count() == 3


def test_a_rollback_leaves_nothing_in_the_queue(make_contest, organiser):
    contest = make_contest(bots=3, start=False)
    with transaction.atomic():
        lifecycle.start(contest=contest, by=organiser)
        transaction.set_rollback(True)
    assert queue.length() == 0
    assert not Match.objects.exists()


def test_the_queue_is_short_and_contests_take_turns(make_contest, settings):
    settings.MATCH_QUEUE_LENGTH = 4
    one = make_contest(bots=5)
    assert queue.length() == 4
    two = make_contest(bots=3)
    Match.objects.filter(contest=one, queued_at__isnull=False).update(state="void", finished_at=timezone.now())
    assert queue.dispatch() == 4
    for contest in (one, two):
        assert Match.objects.filter(contest=contest, state="waiting", queued_at__isnull=False).count() == 2


@pytest.mark.usefixtures("_no_broker")
def test_a_broker_outage_at_commit_loses_nothing(make_contest):
    contest = make_contest(bots=3)
    assert contest.state == "running"
    assert Match.objects.filter(state="waiting", queued_at=None).count() == 3


def test_the_sweep_queues_what_an_outage_left(make_contest):
    make_contest(bots=3)
    with app.connection_for_write() as connection:
        connection.default_channel.queue_purge(queue.QUEUE)
    assert queue.requeue_lost() == 0
    Match.objects.update(queued_at=timezone.now() - LONG_AGO)
    done = sweep.sweep()
    assert done["lost tasks found"] == 3
    assert done["matches queued"] == 3
    assert queue.length() == 3
    assert Pulse.objects.get(name="sweep").detail == done


def test_what_is_in_the_queue_is_not_queued_again(make_contest):
    make_contest(bots=4)
    Match.objects.update(queued_at=timezone.now() - LONG_AGO)
    assert queue.requeue_lost() == 0


def test_a_match_says_where_it_is_and_why(make_contest, organiser, settings):
    settings.MATCH_QUEUE_LENGTH = 2
    contest = make_contest(bots=3)
    first, second, third = matches(contest=contest).order_by("number")
    assert [before_in_queue(match) for match in (first, second, third)] == [0, 1, 2]
    assert "No worker is running" in explain(second)
    Pulse.objects.create(name="sweep", at=timezone.now())
    assert "Waiting in the queue: 1 match is before it" in explain(second)
    assert "in line for the queue: 2 matches are before it" in explain(third)
    lifecycle.pause(contest=contest, by=organiser)
    assert "paused" in explain(matches().get(pk=first.pk))
