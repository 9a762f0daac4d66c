"""Which deals are analysed, and what readers are told meanwhile."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from arena.contests.analysis import claims, line, requests, work
from arena.contests.analysis.deals import Where
from arena.contests.models import Analysis, Match, Replay
from games import solver

pytestmark = pytest.mark.django_db


def address(match: Any, game: int = 0, deal: int = 0) -> str:
    return f"/api/v1/matches/{match.pk}/values/?game={game}&deal={deal}"


def document(match: Any) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(bytes(match.replay.data))
    return stored


def test_values_are_pending_until_a_worker_has_stored_them(
    match: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solver, "price", lambda *_: pytest.fail("computed in a request"))
    for seconds in (1, 3):
        answer = client.get(address(match, 5))
        assert (answer.status_code, answer.json()) == (202, {"pending": True})
        assert (answer["Retry-After"], answer["Cache-Control"]) == (str(seconds), "no-store")
    monkeypatch.undo()
    assert work.work()
    answer = client.get(address(match, 5))
    deal = document(match)["games"][5]["deals"][0]
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert [action in values for (_, action), values in zip(deal["actions"], answer.json(), strict=True)] == [True] * 31
    by_seat = [0, 0]
    for (seat, action), values in zip(deal["actions"], answer.json(), strict=True):
        by_seat[seat] += max(values.values()) - values[action]
    stored = Analysis.objects.get()
    assert stored.lost == by_seat[::-1], "the seats are turned in game 5, and players are meant"
    assert stored.cpu_seconds > 0
    seat, last = deal["actions"][-1]
    assert answer.json()[-1] == {last: deal["tricks"][seat]}
    again = client.get(address(match, 5), headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_what_there_is_no_analysis_of_says_why(match: Any, make_contest: Any, play_all: Any, client: Client) -> None:
    for where in ((6, 0), (0, 1), (10**6, 10**6)):
        assert client.get(address(match, *where)).status_code == 404
    badam = make_contest(game="badam-satti", preset="quick", bots=4)
    play_all(badam)
    answer = client.get(address(badam.matches.get()))
    assert (answer.status_code, "Saat-Aath alone" in answer.json()["detail"]) == (404, True)
    assert client.get("/api/v1/matches/99999999/values/").status_code == 404
    assert client.get(f"/api/v1/matches/{match.pk}/values/?game=-1").status_code == 400
    assert not Analysis.objects.exists()


def test_a_deal_that_somebody_looks_at_goes_to_the_front(match: Any, client: Client) -> None:
    requests.sample_next()
    asked = [(0, 0), (1, 0), (0, 0)]
    for game, deal in asked:
        Analysis.objects.update(asked_at=F("asked_at") - timedelta(seconds=5))
        client.get(address(match, game, deal))
    assert [(row.game, row.deal) for row in line.waiting()][:2] == [(0, 0), (1, 0)]


def test_some_deals_of_each_match_are_chosen_the_newest_match_first(
    match: Any, make_contest: Any, play_all: Any, settings: Any
) -> None:
    settings.ANALYSIS_DEALS = 5
    newer = make_contest(boards=1, name="Newer")
    play_all(newer)
    assert requests.sample_next() == 1
    assert Analysis.objects.filter(replay__match__contest=newer).count() == Analysis.objects.count() == 2
    assert requests.sample_next() == 1
    chosen = set(Analysis.objects.filter(replay=match.pk, sampled=True).values_list("game", "deal"))
    assert len(chosen) == 5
    assert requests.sample_next() == 0
    Replay.objects.update(sampled=False)
    requests.sample_next()
    requests.sample_next()
    assert set(Analysis.objects.filter(replay=match.pk).values_list("game", "deal")) == chosen, "the same again"


def test_a_void_match_and_a_game_without_a_solver_are_not_sampled(
    match: Any, make_contest: Any, play_all: Any
) -> None:
    badam = make_contest(game="badam-satti", preset="quick", bots=4)
    play_all(badam)
    Match.objects.filter(pk=match.pk).update(state="void", rating_sequence=None)
    assert requests.sample_next() == 0
    assert not line.has_work()
    assert claims.claim_next() is None


def test_a_deal_looked_at_before_it_is_sampled_is_one_row_and_counts(match: Any, settings: Any) -> None:
    settings.ANALYSIS_DEALS = 6
    requests.ask(match=match, where=Where(2, 0))
    requests.sample_next()
    assert Analysis.objects.filter(sampled=True).count() == Analysis.objects.count() == 6


@pytest.mark.usefixtures("quick_solver")
def test_answers_of_another_solver_are_computed_anew(
    match: Any, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.get(address(match))
    work.work()
    monkeypatch.setattr(solver, "VERSION", "saat-aath/2")
    assert client.get(address(match)).status_code == 202
    work.work()
    assert Analysis.objects.get(game=0).solver == "saat-aath/2"
    assert client.get(address(match)).status_code == 200


@pytest.mark.usefixtures("quick_solver")
def test_where_the_budget_is_spent_readers_are_told_to_come_later(match: Any, client: Client, settings: Any) -> None:
    client.get(address(match))
    work.work()
    Analysis.objects.update(cpu_seconds=180)
    assert client.get(address(match)).status_code == 200, "what is stored costs nothing"
    assert client.get(address(match, 1))["Retry-After"] == "60"
    assert not line.has_work()
    assert not work.work()
    Analysis.objects.update(computed_at=timezone.now() - timedelta(minutes=61))
    assert work.work(), "the budget is for an hour"
    settings.ANALYSIS_CPU_PERCENT = 0
    answer = client.get(address(match, 2))
    assert (answer.status_code, "computes no best play" in answer.json()["detail"]) == (404, True)


@pytest.mark.usefixtures("quick_solver")
def test_half_of_the_budget_is_kept_for_readers(match: Any, client: Client) -> None:
    requests.sample_next()
    work.work()
    Analysis.objects.filter(state="done").update(cpu_seconds=90)
    assert (line.has_work(), work.work()) == (False, False)
    other = next(game for game in range(6) if not Analysis.objects.filter(game=game).exists())
    client.get(address(match, other))
    assert line.has_work()
    assert work.work()
    assert Analysis.objects.get(game=other).state == "done"
