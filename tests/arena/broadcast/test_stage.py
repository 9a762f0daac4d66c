import json
import re
from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models.functions import Now
from django.test import Client

from arena.broadcast import services, stage
from arena.contests.models import Contest, Match
from tests.arena.contests import making

pytestmark = pytest.mark.django_db
Played = Callable[..., Contest]


def now(client: Client, contest: Contest) -> dict[str, Any]:
    cache.clear()
    answer = client.get(f"/contests/{contest.slug}/stage/now/")
    assert answer.status_code == 200
    result: dict[str, Any] = json.loads(answer.content)
    return result


def test_a_stage_follows_a_contest_from_its_start_to_the_final_order(client: Client) -> None:
    contest = making.contest(making.user("olga"), bots=3, start=False)
    assert client.get(f"/contests/{contest.slug}/stage/").status_code == 200
    assert now(client, contest)["latest"] == []
    assert now(client, contest)["final"] is False
    contest = making.begin(contest, contest.organiser)
    making.play_match(contest.matches.order_by("number")[0].pk)
    services.schedule()
    middle = now(client, contest)
    assert middle["where"] == "1 of 3 matches are finished"
    assert middle["source"] == f"/watch/frames/{contest.pk}/"
    making.play_all(contest)
    end = now(client, contest)
    assert end["where"] == "All 3 matches are finished"
    assert end["final"] is True
    assert len(end["latest"]) == 3
    assert [row["place"] for row in end["top"]] == sorted(row["place"] for row in end["top"])
    assert {row["owner"] for row in end["top"]} == {"player0", "player1", "player2"}


def test_ten_of_seventeen_are_shown(client: Client, played: Played) -> None:
    contest = making.contest(making.user("olga"), bots=17, format="swiss", rounds=2)
    making.play_all(contest)
    assert len(now(client, contest)["top"]) == 10


def test_the_page_names_the_contests_address_beside_its_code_and_has_no_chrome(client: Client, played: Played) -> None:
    contest = played(bots=2, name="Cup <b>&")
    page = client.get(f"/contests/{contest.slug}/stage/").content.decode()
    assert f"testserver/contests/{contest.slug}" in page
    assert "<svg" in page.partition('class="qr"')[2]
    assert "<nav" not in page
    assert "Cup &lt;b&gt;&amp;" in page
    assert 'style="' not in page


def test_no_contest_is_no_stage(client: Client) -> None:
    for path in ("/contests/none/stage/", "/contests/none/stage/now/"):
        assert client.get(path).status_code == 404
    contest = making.contest(making.user("olga"), start=False)
    assert client.get(f"/contests/{contest.slug}/stage/?reveal=1").status_code == 400


def test_the_time_left_follows_from_the_newest_results(played: Played) -> None:
    contest = played(bots=5)
    for number, match in enumerate(contest.matches.order_by("number")):
        Match.objects.filter(pk=match.pk).update(finished_at=Now() - timedelta(seconds=60 * number + 60))
    assert stage.minutes_left(contest, 7) == 7
    assert stage.minutes_left(contest, 0) is None
    Match.objects.update(finished_at=Now() + timedelta(days=1))
    assert stage.minutes_left(contest, 7) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (Fraction(1, 2), "½"), (1, "1"), (Fraction(7, 2), "3½"), (Fraction(33333, 10000), "3½"), (10, "10")],
)
def test_points_are_shown_in_halves(value: Fraction, shown: str) -> None:
    assert stage.halves(Fraction(value)) == shown


TABLES = {"bots": 4, "game": "badam-satti", "preset": "quick", "format": "tables"}


@pytest.mark.parametrize("how", [{"bots": 2}, TABLES])
def test_a_result_is_one_line(played: Played, how: dict[str, Any]) -> None:
    contest = played(**how)
    (line,) = [stage.result(match, stage.names(contest)) for match in stage.latest(contest)][:1]
    assert re.search(r" beat | drew| won against ", line)
