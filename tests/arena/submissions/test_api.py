"""REST API of games, bots and versions: shapes, filters, pages, errors."""

from typing import Any

import pytest
from pytest_django.fixtures import DjangoAssertNumQueries

import games
from arena.submissions.models import Bot, Version
from games import registry
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(cast: dict[str, Any]) -> Bot:
    return making.bot(cast["owner"])


def test_the_root_leads_to_everything(api: Any) -> None:
    root = api("anonymous").get("/api/v1/").json()
    assert {"games", "bots", "token", "schema", "docs"} <= set(root)
    for name, address in root.items():
        if name != "token":
            assert api("anonymous").get(address).status_code == 200, address


def test_games_come_with_presets_and_options(api: Any) -> None:
    listed = api("anonymous").get("/api/v1/games/").json()
    assert [game["name"] for game in listed] == list(games.names())
    for game in listed:
        for preset, options in game["presets"].items():
            assert games.load(game["name"], **options).preset == preset
        assert {option["name"] for option in game["options"]} == set(options)
        assert api("anonymous").get(f"/api/v1/games/{game['name']}/").json() == game
    assert api("anonymous").get("/api/v1/games/chess/").status_code == 404


def test_a_broken_game_is_listed_for_operators_with_the_reason(api: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_outside", lambda: ({}, {"chess": "ImportError: no board"}))
    whole = api("anonymous").get("/api/v1/games/").json()
    assert [game["name"] for game in whole] == ["saat-aath", "badam-satti"]
    assert {game["broken"] for game in whole} == {None}
    assert api("owner").get("/api/v1/games/").json() == whole
    listed = api("operator").get("/api/v1/games/").json()
    assert listed[:2] == whole
    assert (listed[2]["name"], listed[2]["broken"], listed[2]["presets"]) == ("chess", "ImportError: no board", {})
    assert api("operator").get("/api/v1/games/chess/").json() == listed[2]
    assert api("owner").get("/api/v1/games/chess/").status_code == 404
    refused = api("owner").post("/api/v1/bots/", {"name": "deep", "game": "chess"})
    assert refused.status_code == 400


def test_a_bot_from_its_making_to_its_upload(api: Any) -> None:
    client = api("owner")
    made = client.post("/api/v1/bots/", {"name": "seven", "game": "saat-aath"})
    assert made.status_code == 201
    bot = made.json()
    assert (bot["label"], bot["ready_version"], bot["latest_status"]) == ("owner/seven", None, None)
    file = making.upload("bot.py", making.GOOD)
    sent = client.post(f"/api/v1/bots/{bot['id']}/versions/", {"file": file}, format="multipart")
    assert sent.status_code == 201
    assert (sent.json()["version"], sent.json()["status"], sent.json()["size"]) == (1, "waiting", len(making.GOOD))
    bot = client.get(f"/api/v1/bots/{bot['id']}/").json()
    assert (bot["latest_version"], bot["latest_status"], bot["ready_version"]) == (1, "waiting", None)
    making.ready(Bot.objects.get())
    assert client.get(f"/api/v1/bots/{bot['id']}/").json()["ready_version"] == 2
    assert api("anonymous").get(bot["url"]).status_code == 200


@pytest.mark.parametrize(
    ("data", "errors"),
    [
        ({}, {"name": ["This field is required."], "game": ["This field is required."]}),
        (
            {"name": "seven", "game": "chess"},
            {"game": ['"chess" is not a valid value. Choose one of: saat-aath, badam-satti.']},
        ),
        ({"name": "taken", "game": "saat-aath"}, {"name": [making.TAKEN]}),
        ({"name": ["a"], "game": "saat-aath"}, {"name": ["Not a valid string."]}),
        ({"name": 1e9, "game": "saat-aath"}, {"name": ["Not a valid string."]}),
        (
            {"name": "seven", "gmae": "saat-aath"},
            {"gmae": ['There is no field "gmae". Did you mean "game"? Choose one of: name, game, on_ladder.']},
        ),
        ({"name": "seven", "game": "saat-aath", "on_ladder": "maybe"}, {"on_ladder": ["It must be true or false."]}),
        ([], {"body": ["Invalid data. Expected a dictionary, but got list."]}),
    ],
)
def test_inputs_at_fault_are_named(api: Any, cast: dict[str, Any], data: Any, errors: dict[str, Any]) -> None:
    making.bot(cast["owner"], "taken")
    answer = api("owner").post("/api/v1/bots/", data)
    assert answer.status_code == 400
    assert answer.json()["errors"] == errors


@pytest.mark.parametrize("verdict", making.AT_ONCE)
def test_a_file_that_needs_no_running_to_be_refused_fails_at_once(api: Any, bot: Bot, verdict: str) -> None:
    file = making.upload("bot.py", making.AT_ONCE[verdict])
    sent = api("owner").post(f"/api/v1/bots/{bot.pk}/versions/", {"file": file}, format="multipart")
    assert sent.status_code == 201
    assert (sent.json()["status"], sent.json()["verdict"]) == ("failed", verdict)
    assert sent.json()["reason"]
    assert api("owner").get(f"/api/v1/bots/{bot.pk}/versions/1/source/").status_code == 404


def test_a_file_beyond_all_limits_is_a_413(api: Any, bot: Bot) -> None:
    file = making.upload("bot.py", bytes(6_000_000))
    sent = api("owner").post(f"/api/v1/bots/{bot.pk}/versions/", {"file": file}, format="multipart")
    assert sent.status_code == 413
    assert "at most 5 MB" in sent.json()["detail"]
    assert not Version.objects.exists()


def test_changes_are_partial(api: Any, bot: Bot) -> None:
    client = api("owner")
    assert client.patch(f"/api/v1/bots/{bot.pk}/", {"on_ladder": True}).json()["on_ladder"] is True
    changed = client.patch(f"/api/v1/bots/{bot.pk}/", {"retired": True, "name": "eight"}).json()
    assert (changed["label"], changed["retired"], changed["on_ladder"]) == ("owner/eight", True, True)
    assert client.put(f"/api/v1/bots/{bot.pk}/", {"name": "nine"}).status_code == 405


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"seven", "eight", "gone"}),
        ("ready=true", {"eight"}),
        ("ready=false", {"seven", "gone"}),
        ("retired=true", {"gone"}),
        ("retired=false&game=saat-aath", {"seven"}),
        ("owner=stranger", set()),
        ("search=gon", {"gone"}),
    ],
)
def test_filters(api: Any, cast: dict[str, Any], bot: Bot, query: str, found: set[str]) -> None:
    making.ready(making.bot(cast["owner"], "eight", "badam-satti"))
    gone = making.bot(cast["owner"], "gone")
    api("owner").patch(f"/api/v1/bots/{gone.pk}/", {"retired": True})
    answer = api("anonymous").get(f"/api/v1/bots/?{query}").json()
    assert {bot["name"] for bot in answer["results"]} == found


def test_a_filter_with_a_value_it_cannot_have_is_a_400_that_names_it(api: Any) -> None:
    answer = api("anonymous").get("/api/v1/bots/?game=chess")
    assert answer.status_code == 400
    assert "saat-aath" in answer.json()["errors"]["game"][0]


def test_pages_have_a_size_with_a_bound(api: Any, cast: dict[str, Any]) -> None:
    for number in range(3):
        making.bot(cast["owner"], f"b{number}")
    answer = api("anonymous").get("/api/v1/bots/?page_size=2").json()
    assert len(answer["results"]) == 2
    rest = api("anonymous").get(answer["next"]).json()
    assert (rest["next"], len(rest["results"])) == (None, 1)
    back = api("anonymous").get(rest["previous"]).json()
    assert (back["previous"], back["results"]) == (None, answer["results"])
    sizes = [f"page_size={size}" for size in ("9999999", "0", "x", "\u0663")]
    for query in (*sizes, "page=2", "cursor=x", "cursor=after_1_2"):
        refused = api("anonymous").get(f"/api/v1/bots/?{query}")
        assert (refused.status_code, list(refused.json()["errors"])) == (400, [query.partition("=")[0]])


def test_longer_lists_need_no_more_queries(
    api: Any, cast: dict[str, Any], bot: Bot, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(10):
        making.bot(cast["owner"], f"b{number}")
        making.version(bot)
    client = api("anonymous")
    with django_assert_num_queries(1):
        client.get("/api/v1/bots/")
    with django_assert_num_queries(2):
        client.get(f"/api/v1/bots/{bot.pk}/versions/")


def test_uploads_are_throttled(api: Any, bot: Bot) -> None:
    client = api("owner")
    answers = [
        client.post(
            f"/api/v1/bots/{bot.pk}/versions/", {"file": making.upload("b", b"")}, format="multipart"
        ).status_code
        for _ in range(31)
    ]
    assert answers == [201] * 30 + [429]
    assert client.get(f"/api/v1/bots/{bot.pk}/versions/").status_code == 200, "reading goes on"
