"""Rounds and ends follow after the commit; failures stay with their contest."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from arena.contests.matches import claims
from arena.contests.models import Contest, Match
from arena.contests.schedule import advance
from arena.contests.tasks import play_match

pytestmark = pytest.mark.django_db
BREAK = """
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;
CREATE TRIGGER refuse BEFORE INSERT ON contests_match FOR EACH ROW WHEN (NEW.round = 2) EXECUTE FUNCTION refuse();
"""


def run(sql):
    with connection.cursor() as cursor:
        cursor.execute(sql)


def test_a_round_that_cannot_be_drawn_discards_no_result_and_is_tried_again(make_contest, client, operator):
    contest = make_contest(bots=3, format="swiss", rounds=2)
    run(BREAK)
    play_match(contest.matches.get().pk)
    match = contest.matches.get()
    assert (match.state, match.attempts, match.rating_changes.count()) == ("done", 1, 2)
    contest.refresh_from_db()
    assert (contest.state, contest.failures, contest.rounds_drawn) == ("running", 1, 1)
    assert "could not be drawn" in client.get(contest.get_absolute_url()).content.decode()
    assert "broken" not in client.get(contest.get_absolute_url()).content.decode(), "for operators only"
    client.force_login(operator)
    assert "broken" in client.get("/status/").content.decode()
    assert advance.request_due() == 0, "not at once"
    Contest.objects.update(failed_at=timezone.now() - timedelta(seconds=11))
    assert Contest.objects.filter(advance.retry_due()).exists()
    run("DROP TRIGGER refuse ON contests_match")
    assert advance.advance(contest_id=contest.pk)
    contest.refresh_from_db()
    assert (contest.failures, contest.problem, contest.rounds_drawn, contest.matches.count()) == (0, "", 2, 2)


def test_failures_are_tried_again_ever_more_rarely_and_never_wait_for_a_time_in_the_future(make_contest):
    contest = make_contest(bots=2, start=False)
    for failures, seconds, due in ((1, 9, False), (1, 11, True), (4, 75, False), (4, 85, True), (99, 3500, False),
                                   (99, 3700, True), (4, -3600, True)):  # fmt: skip
        Contest.objects.update(failures=failures, failed_at=timezone.now() - timedelta(seconds=seconds))
        assert Contest.objects.filter(advance.retry_due(), pk=contest.pk).exists() == due, (failures, seconds)


def test_advancing_again_and_again_changes_nothing(make_contest):
    contest = make_contest(bots=5, format="swiss", rounds=3)
    for _ in range(3):
        assert advance.advance(contest_id=contest.pk) is False
    assert contest.matches.count() == 2


def test_a_broken_contest_among_three_stops_neither_of_the_others(make_contest, caplog):
    contests = [make_contest(name=name, bots=3, format="swiss", rounds=2) for name in ("One", "Two", "Three")]
    run(f"{BREAK.replace('NEW.round = 2', f'NEW.round = 2 AND NEW.contest_id = {contests[1].pk}')}")
    for contest in contests:
        play_match(contest.matches.get().pk)
    assert [contest.matches.count() for contest in contests] == [2, 1, 2]


def test_one_lost_match_that_cannot_be_freed_does_not_keep_the_others(make_contest, caplog):
    contests = [make_contest(name=name) for name in ("One", "Two", "Three")]
    for contest in contests:
        claims.claim(match_id=contest.matches.get().pk)
    Match.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    run(
        "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$;"
        "CREATE TRIGGER refuse BEFORE UPDATE ON contests_match FOR EACH ROW "
        f"WHEN (NEW.contest_id = {contests[1].pk}) EXECUTE FUNCTION refuse();"
    )
    assert claims.free_lost() == 2
    assert [contest.matches.get().state for contest in contests] == ["waiting", "running", "waiting"]
    assert "a match was left out" in caplog.text
