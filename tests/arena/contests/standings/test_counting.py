"""What lists and pages count: right in every state, by a fixed number of queries, and no whole ladder each time."""

from collections import Counter
from dataclasses import asdict
from decimal import Decimal

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arena.contests.ladders import ladders
from arena.contests.matches import adjudication as match_services
from arena.contests.matches import claims
from arena.contests.matches.queries import matches
from arena.contests.models import Contest, Match, MatchPlayer
from arena.contests.schedule.progress import progress
from arena.contests.standings import snapshots
from arena.contests.standings.queries import standings
from arena.contests.tasks import play_match
from arena.contests.tournaments import entries, lifecycle
from arena.contests.tournaments.queries import contests

pytestmark = pytest.mark.django_db


def check(contest):
    """The counts against what the rows themselves say."""
    rows = Counter(contest.matches.values_list("state", flat=True))
    right = {state: rows[state] for state in Match.State.values}
    assert asdict(progress(contest)) == right
    listed = contests().get(pk=contest.pk)
    assert {state: getattr(listed, f"{state}_count") for state in Match.State.values} == right
    return right


def test_counts_are_right_whatever_happens_to_matches(make_contest, making, organiser):
    draft = make_contest(bots=4, start=False)
    assert sum(check(draft).values()) == 0
    contest = making.begin(draft, organiser)
    assert check(contest)["waiting"] == 6
    first, second, third = contest.matches.all()[:3]
    play_match(first.pk)
    play_match(second.pk)
    claims.claim(match_id=third.pk)
    assert check(contest) == {"waiting": 3, "running": 1, "done": 2, "void": 0}
    match_services.rerun(match=first, by=organiser)
    match_services.void(match=second, by=organiser, reason="")
    assert check(contest) == {"waiting": 4, "running": 1, "done": 0, "void": 2}
    lifecycle.extend(contest=contest, by=organiser, rounds=1)
    making.draw(contest)
    entries.remove(entry=contest.entries.first(), by=organiser)
    check(contest)
    lifecycle.cancel(contest=contest, by=organiser)
    assert check(contest)["waiting"] == 0


@pytest.fixture
def ladder(making, settings):
    settings.LADDER_BOARDS, settings.LADDER_PAUSE_SECONDS = 1, 0
    for number in range(2):
        making.bot("climber", making.user(f"player{number}"), ladder=True)
    ladders.open_ladders()
    contest = Contest.objects.get(format="ladder", preset="classic")
    ladders.next_match(ladder=contest)
    play_match(contest.matches.get().pk)
    Match.objects.filter(contest__format="ladder").exclude(contest=contest).delete()
    return contest


def many_more(ladder, count):
    """Copies of the ladder's only match."""
    (match,) = ladder.matches.all()
    players = list(match.players.all())
    for number in range(2, count + 2):
        match.pk, match.number, match.key, match.rating_sequence = None, number, f"{number}/1", None
        match.save(force_insert=True)
        for player in players:
            player.pk, player.match = None, match
        MatchPlayer.objects.bulk_create(players)


def asked(client, address):
    client.get(address)  # what is kept for a moment is kept from here on
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


@pytest.mark.parametrize("part", ["", "progress/", "standings/", "matches/", "api", "api standings"])
def test_a_ladder_costs_as_many_queries_with_many_matches_as_with_one(ladder, client, part):
    snapshots.compute(contest_id=ladder.pk)
    api = f"/api/v1/tournaments/{ladder.pk}/"
    address = {"api": api, "api standings": f"{api}standings/"}.get(part, f"{ladder.get_absolute_url()}{part}")
    cache.delete_many([f"table:{ladder.pk}", f"faulty:{ladder.pk}"])
    few = asked(client, address)
    cache.delete_many([f"table:{ladder.pk}", f"faulty:{ladder.pk}"])
    many_more(ladder, 40)
    assert asked(client, address) == few


def test_the_table_of_a_ladder_is_added_up_once_for_all_who_look(ladder):
    def sums():
        with CaptureQueriesContext(connection) as queries:
            rows = standings(ladder, None)
        return sum(row.matches for row in rows), sum("SUM(" in query["sql"] for query in queries)

    assert sums() == (2, 1)
    many_more(ladder, 3)
    assert sums() == (2, 0)
    cache.delete(f"table:{ladder.pk}")
    assert sums() == (8, 1)


def test_the_table_of_a_tournament_is_of_this_very_moment(make_contest):
    contest = make_contest(bots=3)
    for number, match in enumerate(contest.matches.all(), start=1):
        play_match(match.pk)
        rows = standings(contest, None)
        assert sum(row.matches for row in rows) == 2 * number
        assert sum(row.points for row in rows) == number
        for row in rows:
            played = row.entry.played.filter(match__state="done").values_list("score", flat=True)
            assert float(row.points) == pytest.approx(float(sum(played, Decimal(0))), abs=1e-5)
            assert row.score == (row.points / len(played) if played else None)
        assert all((row.place is None) == (number < 3) for row in rows)
    assert [row.score for row in rows] == sorted((row.score for row in rows), reverse=True)


def test_a_list_of_matches_looks_at_no_other_replays(ladder):
    """Whether each has one comes by a join, which a page of 25 follows 25 times; a subquery read them all."""
    sql = str(matches(contest=ladder).query)
    assert 'LEFT OUTER JOIN "contests_replay"' in sql
    assert sql.count('contests_replay" ON') == 1
    assert "EXISTS" not in sql
