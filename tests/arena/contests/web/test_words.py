"""What pages say before they give numbers: who won, how sure it is, how long it takes."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from arena.contests.matches import featured
from arena.contests.models import MatchPlayer, Rating
from arena.contests.ratings import board
from arena.contests.ratings.record import opponents, played, record
from arena.contests.schedule import estimate
from arena.contests.standings.queries import snapshot, standings
from arena.contests.standings.words import levels, winners
from arena.contests.templatetags.pictures import about, cell_colour, ordinal, short

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_finished_contest_names_its_winner_first(make_contest: Any, play_all: Any) -> None:
    contest = make_contest(bots=3, boards=3)
    play_all(contest)
    first = winners(standings(contest, snapshot(contest)))
    shown = page(contest.get_absolute_url())
    assert shown.count("data-winner") == len(first) > 0
    for row in first:
        assert f"<bdi data-winner>{short(row.entry.bot)}</bdi>" in shown
    assert shown.index("data-winner") < shown.index("Standings")


def test_those_who_share_the_first_place_are_all_winners(make_contest: Any, play_all: Any) -> None:
    contest = make_contest(bots=2)
    play_all(contest)
    MatchPlayer.objects.filter(match__contest=contest).update(score=Decimal("0.5"), place=1)
    cache.clear()
    shown = page(contest.get_absolute_url())
    assert shown.count("<bdi data-winner>") == 2
    assert "share first place" in shown


def test_a_contest_without_a_match_has_no_winner(make_contest: Any) -> None:
    assert "data-winner" not in page(make_contest(bots=3, start=False).get_absolute_url())
    assert winners([]) == []


def test_an_open_contest_says_what_it_would_be_with_the_bots_entered(make_contest: Any) -> None:
    contest = make_contest(bots=6, start=False, game="badam-satti", preset="quick", format="tables")
    assert "6 bots, 3 matches of 4 seats, each bot plays 2." in page(contest.get_absolute_url())
    small = make_contest(name="Small", bots=3, start=False, game="badam-satti", preset="quick", format="tables")
    assert "It takes at least 4 bots to start; 3 are entered." in page(small.get_absolute_url())


def test_time_is_estimated_from_the_pace_of_recent_matches(make_contest: Any, play_all: Any) -> None:
    contest = make_contest(bots=3, boards=2)
    assert estimate.pace("saat-aath") is None
    play_all(contest)
    now = timezone.now()
    for number, match in enumerate(contest.matches.order_by("number")):  # two at once, then a pause, then one
        begin = now + timedelta(seconds=(0, 0, 1000)[number])
        contest.matches.filter(pk=match.pk).update(started_at=begin, finished_at=begin + timedelta(seconds=10))
    cache.clear()
    assert estimate.pace("saat-aath") == pytest.approx(12 / 20), "pauses do not count"
    assert estimate.seconds_of(contest, 5) == pytest.approx(5 * 4 * 20 / 12)
    planned = make_contest(name="Next", bots=3, boards=60, start=False)
    assert "about 10 minutes" in page(planned.get_absolute_url())


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, ""),
        (3, "less than a minute"),
        (61, "about 1 minute"),
        (840, "about 14 minutes"),
        (7300, "about 2 hours"),
        (260_000, "about 3 days"),
    ],
)
def test_lengths_of_time_are_said_in_words(seconds: float | None, words: str) -> None:
    assert about(seconds) == words


def test_cells_are_deeper_the_farther_from_one_half() -> None:
    assert [cell_colour(mean) for mean in (0, 35, 44, 49, 50, 50.4, 51, 56, 65, 100)] == [
        "l4", "l3", "l2", "l1", "", "", "w1", "w2", "w3", "w4",
    ]  # fmt: skip
    assert [ordinal(place) for place in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
    ]  # fmt: skip


def test_levels_say_no_more_than_the_fit_knows(make_contest: Any, play_all: Any) -> None:
    contest = make_contest(bots=3)
    play_all(contest)
    rows = standings(contest, None)
    one, two = rows[0].entry, rows[1].entry
    gap = {"above": one, "below": two, "settled": False, "too_few": False, "superiority": 0.6}
    kinds = [{}, {"superiority": 0.93}, {"too_few": True, "superiority": 0.99}, {"settled": True}]
    assert [levels(rows, [gap | kind])[0].kind for kind in kinds] == ["level", "probable", "few", "clear"]
    assert levels(rows, [gap | {"above": two, "below": one}])[0].places is None, "the table has another order"


def test_a_cell_of_the_cross_table_leads_to_the_matches_of_the_two(make_contest: Any, play_all: Any) -> None:
    contest = make_contest(bots=4)
    play_all(contest)
    one, two = (entry.bot for entry in contest.entries.order_by("number")[:2])
    found = Client().get(f"{contest.get_absolute_url()}matches/", {"bot": str(one), "against": str(two)})
    assert len(found.context["page"]) == 1
    assert Client().get(f"{contest.get_absolute_url()}matches/?against=nobody").status_code == 400


def test_ratings_have_intervals_and_trends(make_contest: Any, play_all: Any) -> None:
    play_all(make_contest(bots=3, boards=2))
    rows = board.rows(Rating.objects.select_related("bot__owner").order_by("-value", "bot_id"))
    for row in rows:
        assert row.low < row.elo < row.high
        assert row.provisional
        assert (row.trend[-1], len(row.trend)) == (row.elo, row.rating.matches)
    low, high = board.scale(rows)
    assert all(low <= row.low and row.high <= high for row in rows)
    assert [board.place(row.rating)[0] for row in rows] == [1, 2, 3]
    assert "provisional" in page("/leaderboard/saat-aath/classic/")


def test_a_record_counts_every_match_once(make_contest: Any, play_all: Any) -> None:
    contest = make_contest(bots=4, boards=1, game="badam-satti", preset="quick", format="tables", rounds=3)
    play_all(contest)
    bot = contest.entries.order_by("number").first().bot
    tables = played(bot)
    told = record(tables)
    assert told.won + told.drawn + told.lost == told.matches == len(told.form) == 3
    assert [row.matches for row in opponents(tables)] == [3, 3, 3]


def test_home_shows_the_last_match_on_a_table(make_contest: Any, play_all: Any) -> None:
    assert 'data-table="home"' not in page("/")
    play_all(make_contest(bots=2))
    cache.clear()
    shown = page("/")
    assert 'data-table="home"' in shown
    playing = featured.featured()
    assert playing is not None
    frames = Client().get(playing["json"]["frames"])
    assert frames.json()[-1]["kind"] == "result"
    assert Client().get(playing["replay"].partition("#")[0]).status_code == 200
