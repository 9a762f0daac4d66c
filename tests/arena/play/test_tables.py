"""Tables by their pages: dealt with one click, played to their ends, never changed by anybody else."""

import hashlib
from importlib import import_module
from typing import Any

import pytest

import games

pytestmark = pytest.mark.django_db


def stored(name: str) -> Any:
    return import_module("arena.play.models").Table.objects.get(name=name)


def test_the_lobby_has_a_button_for_each_game(guest: Any) -> None:
    page = guest.client.get("/play/").content.decode()
    for name in games.names():
        assert f'data-deal="{name}"' in page


@pytest.mark.parametrize(("game", "preset"), [(name, one) for name in games.names() for one in games.presets(name)])
def test_every_preset_is_played_to_its_end(guest: Any, game: str, preset: str) -> None:
    name = guest.deal(game=game, preset=preset, level="easy")
    table = stored(name)
    assert dict(table.options) == dict(games.presets(game)[preset])
    over = guest.play_out(name)
    assert over["frames"][-1]["kind"] == "result"
    assert hashlib.sha256(over["seed"].encode()).hexdigest() == over["commitment"] == table.commitment


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_badam_satti_has_three_to_six_players(guest: Any, players: int) -> None:
    name = guest.deal(game="badam-satti", preset="quick", players=players)
    assert len(guest.page(name)["match"]["names"]) == players
    guest.play_out(name)


def test_a_finished_table_has_a_replay_that_its_seed_and_actions_make(guest: Any, friend: Any) -> None:
    name = guest.deal(game="badam-satti", preset="quick", players="3")
    assert guest.client.get(f"/play/{name}/replay/").status_code == 404
    assert guest.client.get(f"/play/{name}/replay/frames/").status_code == 404
    guest.play_out(name)
    assert friend.client.get(f"/play/{name}/replay/").status_code == 200
    document = friend.client.get(f"/play/{name}/replay/download/").json()
    assert friend.client.get(f"/play/{name}/replay/frames/?game=0").json()[-1]["kind"] == "result"
    table = stored(name)
    state = games.load(document["game"], **document["options"]).start(document["seed"], 0)
    for action in table.actions:
        state.apply(action)
    assert document["games"][0]["deals"] == state.deals


def test_a_card_sent_twice_is_played_once(guest: Any) -> None:
    name = guest.deal(game="saat-aath")
    now = guest.news(name).json()
    action = now["frames"][-1]["legal"][0]
    first, second = guest.act(name, action, now["version"]), guest.act(name, action, now["version"])
    assert (first.status_code, second.status_code) == (200, 409)
    assert second.json()["frames"] == first.json()["frames"]
    assert stored(name).version == now["version"] + 1


def test_of_two_requests_that_have_read_the_same_version_one_is_stored(guest: Any) -> None:
    moves = import_module("arena.play.services.moves")
    table = stored(guest.deal(game="saat-aath"))
    late, seats = stored(table.name), list(table.seats.all())
    legal = import_module("arena.play.state").state_of(table).legal_actions()
    moves.act(table=table, seats=seats, seat=table.to_act, action=legal[0], version=table.version)
    with pytest.raises(moves.Behind):
        moves.act(table=late, seats=seats, seat=late.to_act, action=legal[-1], version=late.version)
    assert stored(table.name).actions[len(late.actions)] == legal[0]


def test_nobody_else_plays_on_a_seat(guest: Any, friend: Any) -> None:
    name = guest.deal(game="saat-aath")
    now = guest.news(name).json()
    action = now["frames"][-1]["legal"][0]
    assert friend.act(name, action, now["version"]).status_code == 400
    assert stored(name).version == now["version"]
    assert friend.client.get(f"/play/{name}/").url == f"/play/{name}/watch/"


@pytest.mark.parametrize("action", ["", "9Z", "pass", "arrange", "draw 7", "x" * 41, "give AS", "7H 7H", "\u0000"])
def test_what_is_no_legal_action_is_refused(guest: Any, action: str) -> None:
    name = guest.deal(game="saat-aath", level="normal")
    now = guest.news(name).json()
    answer = guest.act(name, action, now["version"])
    assert answer.status_code == 400
    assert stored(name).version == now["version"]


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"game": "chess"},
        {"game": "saat-aath", "preset": "quick"},
        {"game": "saat-aath", "level": "grandmaster"},
        {"game": "badam-satti", "players": "2"},
        {"game": "badam-satti", "players": "7"},
        {"game": "saat-aath", "players": "3"},
        {"game": "saat-aath", "stake": "100"},
        {"game": "saat-aath", "friends": "maybe"},
    ],
)
def test_a_form_that_cannot_be_understood_deals_nothing(guest: Any, form: dict[str, str]) -> None:
    assert guest.client.post("/play/new/", form).status_code == 400
    assert not import_module("arena.play.models").Table.objects.exists()


def test_a_return_link_brings_its_seat_to_another_device(guest: Any, friend: Any) -> None:
    name = guest.deal(game="saat-aath")
    seat = stored(name).seats.get(kind="person")
    wrong = friend.client.get(f"/play/{name}/seats/{seat.number}/{'0' * 32}/")
    other = friend.client.get(f"/play/{name}/seats/{1 - seat.number}/{seat.secret}/")
    assert (wrong.status_code, other.status_code) == (404, 404)
    friend.client.get(f"/play/{name}/seats/{seat.number}/{seat.secret}/")
    assert friend.page(name)["seat"] == seat.number


def test_a_page_that_has_everything_is_answered_304(guest: Any) -> None:
    name = guest.deal(game="saat-aath")
    answer = guest.news(name, 5)
    again = guest.news(name, 5, **{"if-none-match": answer.headers["ETag"]})
    assert (answer.status_code, again.status_code, again.content) == (200, 304, b"")
    now = guest.news(name).json()
    guest.act(name, now["frames"][-1]["legal"][0], now["version"])
    assert guest.news(name, 5, **{"if-none-match": answer.headers["ETag"]}).status_code == 200


def test_frames_only_grow_at_the_end(guest: Any) -> None:
    name = guest.deal(game="badam-satti", preset="take-a-card", level="easy")
    have: list[Any] = []
    for _ in range(12):
        now = guest.news(name).json()
        for old, new in zip(have, now["frames"], strict=False):
            newest = ("legal", "legal_why")  # of a frame that was the newest
            assert {**old, **dict.fromkeys(newest)} == {**new, **dict.fromkeys(newest)}
        have = now["frames"]
        if now["state"] == "over":
            break
        assert guest.act(name, have[-1]["legal"][0], now["version"]).status_code == 200


def test_the_same_cards_are_played_with_the_seats_turned(guest: Any) -> None:
    name = guest.deal(game="badam-satti", preset="quick", players="3")
    assert guest.client.post(f"/play/{name}/turn/").status_code == 400
    seat = guest.page(name)["seat"]
    guest.play_out(name)
    first = guest.client.post(f"/play/{name}/turn/").url
    assert guest.client.post(f"/play/{name}/turn/").url == first
    new = stored(first.split("/")[2])
    assert (new.seed, new.turned) == (stored(name).seed, 1)
    assert guest.page(new.name)["seat"] == (seat + 1) % 3


def test_the_lobby_leads_back_to_a_table_in_play(guest: Any, friend: Any) -> None:
    name = guest.deal(game="saat-aath")
    assert f"/play/{name}/" in guest.client.get("/play/").content.decode()
    assert name not in friend.client.get("/play/").content.decode()


def test_one_address_opens_so_many_tables_an_hour(guest: Any, settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "table": "2/hour"}
    codes = [guest.client.post("/play/new/", {"game": "saat-aath"}).status_code for _ in range(3)]
    assert codes == [302, 302, 429]


def test_old_tables_are_removed(guest: Any) -> None:
    models, tasks = import_module("arena.play.models"), import_module("arena.play.tasks")
    old, new = guest.deal(game="saat-aath"), guest.deal(game="saat-aath")
    waiting = guest.deal(game="saat-aath", friends="yes")
    now = import_module("django.utils.timezone").now()
    days = import_module("datetime").timedelta
    models.Table.objects.filter(name=old).update(moved_at=now - days(days=31))
    models.Table.objects.filter(name=waiting).update(moved_at=now - days(days=2))
    tasks.prune()
    assert list(models.Table.objects.values_list("name", flat=True)) == [new]
