"""Tasks that come again: doubled, after their end, on two workers at the same moment, and while the match is played."""

import re
from collections import Counter

import pytest

from arena.celery_app import app
from arena.contests.models import Match, RatingChange, Replay
from arena.contests.schedule import queue
from tests.arena.contests.making import finished, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("alone")]


@pytest.fixture
def workers(start_celery, monkeypatch):
    """Two, from which the broker takes every task away after a second to give it to the other one."""
    monkeypatch.setenv("TASK_VISIBILITY_SECONDS", "1")
    options = ("--concurrency=1", "--queues=default,matches", "--without-mingle", "--hostname")
    both = [start_celery("worker", *options, name) for name in ("one@here", "two@here")]
    for worker in both:
        worker.wait_for("ready.")
    return both


def given(*workers):
    """How often they were given each message that asks for a match."""
    return Counter(id for worker in workers for id in re.findall(r"play_match\[(\S+)\] received", worker.output()))


def stored():
    rows = Match.objects, RatingChange.objects, Replay.objects.defer("data")
    return [list(table.order_by("pk").values()) for table in rows]


def test_a_match_is_played_once_however_often_its_task_comes_and_where(workers, make_contest, making, stranger):
    slow = making.slow_bot("slow", stranger)
    others = [making.fresh_bot(number, "saat-aath") for number in range(3)]
    contest = make_contest(bots=[slow, *others], preset="78", boards=2)
    matches = list(contest.matches.values_list("pk", flat=True))
    for pk in matches * 3:
        app.send_task(queue.PLAY_MATCH, [pk])
    wait_for(finished(contest))
    wait_for(lambda: given(*workers).total() >= 4 * len(matches) and queue.length() == 0)
    assert all(map(given, workers))
    assert max(given(*workers).values()) > 1, "no message came again while its match was played"
    assert set(contest.matches.values_list("state", "attempts")) == {("done", 1)}
    assert RatingChange.objects.count() == 2 * len(matches)

    before, so_far = stored(), given(*workers).total()
    for pk in matches:
        app.send_task(queue.PLAY_MATCH, [pk])
    wait_for(lambda: given(*workers).total() >= so_far + len(matches) and queue.length() == 0)
    assert stored() == before
