"""The same thing done twice at the same moment, on connections of their own."""

import os
import threading
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection

from arena.contests.matches import claims, results, runner
from arena.contests.models import Contest, Rating, RatingChange
from arena.contests.ratings.recompute import recompute
from arena.contests.schedule import advance, queue
from arena.contests.tournaments import lifecycle
from arena.errors import Refused
from tests.arena.contests.making import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = int(os.environ.get("SATTI_TEST_RACES", "15"))  # 200 in a campaign


@pytest.fixture(autouse=True)
def _no_queue(monkeypatch):
    """Nothing is sent: the tests play the matches themselves."""
    monkeypatch.setattr(queue, "send", lambda match_ids: None)


def at_once(*tasks: Callable[[], Any]) -> list[Any]:
    """Run the tasks in threads that start together; what each returned or raised."""
    barrier = threading.Barrier(len(tasks))
    outcomes: list[Any] = [None] * len(tasks)

    def run(number: int, task: Callable[[], Any]) -> None:
        barrier.wait()
        try:
            outcomes[number] = task()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(tasks)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


def count(outcomes: Sequence[Any], kind: Any) -> int:
    return sum(isinstance(outcome, kind) if isinstance(kind, type) else outcome is kind for outcome in outcomes)


def test_started_twice_at_once_a_contest_starts_once(make_contest, organiser):
    for _ in range(3):
        contest = make_contest(bots=4, start=False)
        start = lambda: lifecycle.start(contest=contest, by=organiser)  # noqa: B023, E731
        outcomes = at_once(start, start, start)
        assert (count(outcomes, Contest), count(outcomes, Refused)) == (1, 2)
        draw = lambda: advance.advance(contest_id=contest.pk)  # noqa: B023, E731
        at_once(draw, draw, draw)
        wait_for(lambda: contest.matches.count() == 6)  # noqa: B023 - the session's worker may be drawing them
        assert contest.audit.filter(action="start").count() == 1


def test_one_match_is_claimed_once_by_many_workers(make_contest):
    for match in make_contest(bots=5).matches.all():
        take = lambda: claims.claim(match_id=match.pk)  # noqa: B023, E731
        assert count(at_once(take, take, take, take), None) == 3
        match.refresh_from_db()
        assert match.attempts == 1


def test_a_result_stored_twice_at_once_counts_once(make_contest):
    match = claims.claim(match_id=make_contest().matches.get().pk)
    outcome = runner.play(match)
    store = lambda: results.store(match_id=match.pk, token=match.claim, outcome=outcome)  # noqa: E731
    assert sorted(at_once(store, store, store)) == [False, False, True]
    assert RatingChange.objects.count() == 2


def test_the_last_two_matches_ending_together_finish_the_contest_once(make_contest):
    contest = make_contest(bots=3)
    taken = [claims.claim(match_id=match.pk) for match in contest.matches.all()]
    outcomes = {match.pk: runner.play(match) for match in taken}
    for _ in range(ROUNDS):
        contest = make_contest(bots=3)
        taken = [claims.claim(match_id=match.pk) for match in contest.matches.all()]
        first, *last = [
            (lambda m=match, o=outcome: results.store(match_id=m.pk, token=m.claim, outcome=o))
            for match, outcome in zip(taken, outcomes.values(), strict=True)
        ]
        assert first()
        end = lambda: advance.advance(contest_id=contest.pk)  # noqa: B023, E731
        assert at_once(*((lambda s=store, e=end: (s(), e())[0]) for store in last)) == [True, True]
        contest.refresh_from_db()
        assert contest.state == "finished"
        assert contest.audit.filter(action="finish").count() == 1
    assert sum(Rating.objects.values_list("value", flat=True)) == 3 * 1_500_000
    pool = Rating.objects.first().pool
    assert pool.sequence == 3 * ROUNDS
    assert recompute(pool=pool, repair=False) == []


def test_pausing_and_cancelling_while_results_come_in_neither_hangs_nor_loses(make_contest, organiser):
    contest = make_contest(bots=4)
    taken = [claims.claim(match_id=match.pk) for match in contest.matches.all()[:3]]
    outcomes = {match.pk: runner.play(match) for match in taken}
    stores = [(lambda m=match: results.store(match_id=m.pk, token=m.claim, outcome=outcomes[m.pk])) for match in taken]
    done = at_once(*stores, lambda: lifecycle.cancel(contest=contest, by=organiser))
    assert not count(done, Exception)
    contest.refresh_from_db()
    assert contest.state == "cancelled"
    assert contest.matches.filter(state="done").count() == done[:3].count(True)
    assert not contest.matches.filter(state__in=["waiting", "running"]).exists()
    assert RatingChange.objects.count() == 2 * done[:3].count(True)
