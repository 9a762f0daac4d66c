"""Tricks lost: by match and player, and by bot with its interval."""

import json
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from arena.contests.analysis.deals import Where, price, tricks_lost
from arena.contests.analysis.queries import tricks_lost as of_bot
from arena.contests.models import Analysis, MatchPlayer, Replay
from tests.support import ROOT

pytestmark = pytest.mark.django_db


def analysed(match: Any, game: int, lost: list[int], *, sampled: bool = True) -> None:
    row = {"state": "done", "values": "[]", "lost": lost, "computed_at": timezone.now(), "sampled": sampled}
    Analysis.objects.create(replay=match.replay, game=game, deal=0, requested_at=timezone.now(), **row)


def test_what_actions_cost_is_the_players_and_not_the_seats() -> None:
    actions = [[1, "H"], [0, "AS"], [1, "7S"], [0, "8S"]]
    values = [None, {"AS": 8, "KS": 9}, {"7S": 5, "8H": 7}, {"8S": 6}]
    games = [{"rotation": rotation, "deals": [{"actions": actions}]} for rotation in (0, 1)]
    document = {"players": ["a", "b"], "games": games}
    assert tricks_lost(document, Where(0, 0), values) == [1, 2]
    assert tricks_lost(document, Where(1, 0), values) == [2, 1]


def test_a_deal_cut_short_and_a_deal_with_draws_are_priced() -> None:
    for name in ("08-faults-78", "09-fault-in-draws"):
        document = json.loads((ROOT / "tests" / "vectors" / f"{name}.replay.json").read_text())
        number, game = max(enumerate(document["games"]), key=lambda one: (len(one[1]["faults"]), len(one[1]["deals"])))
        where = Where(number, len(game["deals"]) - 1)
        values = price(document, where)
        assert len(values) == len(game["deals"][-1]["actions"])
        assert min(tricks_lost(document, where, values)) >= 0


def test_a_match_says_what_each_player_lost_in_how_many_deals(match: Any, client: Client) -> None:
    address = f"/api/v1/matches/{match.pk}/"
    page = f"/matches/{match.pk}/"
    assert [p["tricks_lost"] for p in client.get(address).json()["players"]] == [None, None]
    analysed(match, 0, [3, 0])
    analysed(match, 4, [2, 7], sampled=False)
    told = client.get(address).json()["players"]
    assert [(p["tricks_lost"], p["deals_analysed"]) for p in told] == [(5, 2), (7, 2)]
    listed = client.get("/api/v1/matches/").json()["results"][0]["players"]
    assert [p["tricks_lost"] for p in listed] == [5, 7]
    shown = client.get(page).content.decode()
    assert "5 <small" in shown
    assert "in 2 deals" in shown


def test_badam_satti_shows_no_tricks_lost(make_contest: Any, play_all: Any, client: Client) -> None:
    contest = make_contest(game="badam-satti", preset="quick", bots=4)
    play_all(contest)
    match = contest.matches.get()
    assert "Tricks lost" not in client.get(f"/matches/{match.pk}/").content.decode()
    told = client.get(f"/api/v1/matches/{match.pk}/").json()["players"]
    assert [(p["tricks_lost"], p["deals_analysed"]) for p in told] == [(None, 0)] * 4


def test_a_bots_page_says_how_many_tricks_it_loses_and_how_surely(
    make_contest: Any, play_all: Any, client: Client
) -> None:
    contest = make_contest(bots=4, boards=3)
    play_all(contest)
    bot = MatchPlayer.objects.first().bot  # type: ignore[union-attr]
    assert of_bot(bot) is None
    for match in contest.matches.filter(players__bot=bot):
        number = match.players.get(bot=bot).number
        for game, lost in ((0, 1), (3, 0)):
            analysed(match, game, [9 * (one != number) + lost * (one == number) for one in (0, 1)])
        analysed(match, 5, [30, 30], sampled=False)
    seen = of_bot(bot)
    assert seen is not None
    assert (seen.mean, seen.analysed, seen.deals) == (0.5, 6, 18)
    assert seen.half == pytest.approx(0.5), "3 / deals, since the matches are all alike"
    assert of_bot(bot, version=2) is None
    assert of_bot(bot, version=1) == seen
    page = client.get(bot.get_absolute_url()).content.decode()
    assert "0.50 ± 0.50</strong> tricks lost per deal, from 6 of 18 deals" in page
    contest.matches.filter(players__bot=bot).update(state="void", rating_sequence=None)
    assert of_bot(bot) is None, "void matches count for nobody"


def test_replays_of_an_earlier_version_get_their_deals_counted(match: Any, make_contest: Any, play_all: Any) -> None:
    badam = make_contest(game="badam-satti", preset="quick", bots=4)
    play_all(badam)
    faulty = (ROOT / "tests" / "vectors" / "08-faults-78.replay.json").read_bytes()
    match.replay.data = faulty
    match.replay.save()
    counted = sum("scores" in deal for game in json.loads(faulty)["games"] for deal in game["deals"])
    told = Replay.objects.get(match__contest=badam)
    Replay.objects.update(deals=0, sampled=False)
    with connection.schema_editor(atomic=False) as editor:
        import_module("arena.contests.migrations.0007_analyses").count_deals(apps, editor)
    assert Replay.objects.get(match=match.pk).deals == counted > 0
    assert Replay.objects.filter(sampled=False).get().pk == match.pk
    assert Replay.objects.get(pk=told.pk).deals == told.deals > 0
