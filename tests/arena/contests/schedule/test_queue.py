"""The way into the broker's queue and back out of it, on a real broker."""

from datetime import timedelta

import psycopg
import pytest
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.celery_app import app
from arena.contests.matches import claims
from arena.contests.matches.queries import before_in_queue, explain, matches
from arena.contests.models import Heartbeat, Match
from arena.contests.operations import sweep
from arena.contests.schedule import queue
from arena.contests.schedule.progress import workers_alive
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
    assert Heartbeat.objects.get(name="sweep").detail == done


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
    Heartbeat.objects.create(name="sweep", at=timezone.now())
    assert "Waiting in the queue: 1 match is before it" in explain(second)
    assert "in line for the queue: 2 matches are before it" in explain(third)
    lifecycle.pause(contest=contest, by=organiser)
    assert "paused" in explain(matches().get(pk=first.pk))


def test_seventeen_contests_of_unequal_size_are_all_served(make_contest, settings):
    settings.MATCH_QUEUE_LENGTH, settings.CONTESTS_PER_ACCOUNT = 2, 99
    contests = [make_contest(name=f"Cup {n}", bots=2 + n % 5) for n in range(17)]
    served = set()
    for _ in range(20):
        queued = Match.objects.filter(state="waiting", queued_at__isnull=False)
        served |= set(queued.values_list("contest", flat=True))
        queued.update(state="void", finished_at=timezone.now(), queued_at=None)
        queue.dispatch()
    assert served == {contest.pk for contest in contests}


def test_filling_the_queue_takes_as_many_queries_for_many_contests_as_for_one(make_contest, settings):
    settings.MATCH_QUEUE_LENGTH, settings.CONTESTS_PER_ACCOUNT = 4, 99

    def asked():
        Match.objects.filter(state="waiting", queued_at__isnull=False).update(state="void", finished_at=timezone.now())
        with CaptureQueriesContext(connection) as queries:
            assert queue.dispatch() == 4
        return len(queries)

    make_contest(name="One", bots=9)
    few = asked()
    for number in range(12):
        make_contest(name=f"Cup {number}", bots=3)
    assert asked() <= few


@pytest.mark.parametrize("hours", [-1, 1])
def test_what_the_broker_lost_is_found_whatever_the_clock_said_when_it_was_queued(make_contest, hours):
    make_contest(bots=3)
    with app.connection_for_write() as broker:
        broker.default_channel.queue_purge(queue.QUEUE)
    Match.objects.update(queued_at=timezone.now() + timedelta(hours=hours))
    assert queue.requeue_lost() == 3


def test_a_clock_that_was_ahead_once_stops_nothing(make_contest, settings):
    contest = make_contest(bots=3)
    first, second, _ = contest.matches.all()
    taken = claims.claim(match_id=first.pk)
    ahead = timezone.now() + timedelta(hours=1)
    Match.objects.filter(pk=first.pk).update(lease_until=ahead)
    Match.objects.filter(pk=second.pk).update(state="done", places=[], finished_at=ahead, queued_at=None)
    Heartbeat.objects.create(name="sweep", at=ahead)
    Heartbeat.objects.create(name="sandbox", at=ahead)
    cache.set("throttle_anon_127.0.0.1", [ahead.timestamp()] * 300, 60)
    assert not workers_alive() or Match.objects.filter(state="running").exists()
    done = sweep.sweep()
    assert done["times in the future corrected"] == 2
    assert Heartbeat.objects.filter(at__gt=timezone.now() + timedelta(minutes=1)).count() == 0
    assert cache.get("throttle_anon_127.0.0.1") is None
    first.refresh_from_db()
    assert first.lease_until <= timezone.now() + timedelta(seconds=settings.MATCH_LEASE_SECONDS + 5)
    assert claims.renew(match_id=first.pk, token=taken.claim), "its worker has lost nothing"


def test_a_pile_of_sweeps_is_swept_once(make_contest):
    for _ in range(3):
        sweep.sweep_if_due()
    first = Heartbeat.objects.get(name="sweep").at
    sweep.sweep_if_due()
    assert Heartbeat.objects.get(name="sweep").at == first


def test_a_deadlock_in_one_part_of_the_sweep_does_not_skip_the_rest(monkeypatch):
    def deadlock():
        error = OperationalError("deadlock detected")
        error.__cause__ = psycopg.errors.DeadlockDetected("deadlock detected")
        raise error

    monkeypatch.setitem(sweep.STEPS, "entries opened", deadlock)
    done = sweep.sweep()
    assert "deadlock" in done["entries opened"]
    assert done["matches queued"] == 0
