"""Input is understood or refused, by name: over every operation of the schema, and by every kind of a wrong value."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse

from arena.contests.models import Contest
from arena.submissions.models import Bot
from tests.arena.submissions import making
from tests.arena.test_hostile_clients import SCHEMA

pytestmark = pytest.mark.django_db
OPERATIONS = [
    (path, method)
    for path, operations in SCHEMA["paths"].items()
    for method in operations
    if method in ("get", "post", "patch", "delete")
]
NAMES = ["मीरा की टीम", "കേരള കപ്പ്", "می\u200cخواهم", "👩🏽\u200d💻 cup", "Cafe\u0301"]  # noqa: RUF001
DECEIVING = ["a\u202eb", "a\u200bb", "a\u0000b", "a\x1bb", "a\u2066b", "a\u200db"]


@pytest.fixture
def bot(cast: dict[str, Any]) -> Bot:
    return making.bot(cast["owner"])


def cup(**fields: Any) -> dict[str, Any]:
    return {"name": "Cup", "game": "saat-aath", "preset": "classic", **fields}


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda part: str(part).replace("/api/v1", ""))
def test_every_operation_refuses_what_it_does_not_know(api: Any, path: str, method: str) -> None:
    address = path.format(bot="1", tournament="1", version="1", id="1", name="saat-aath")
    answer = getattr(api("operator"), method)(f"{address}?tournment=1")
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["tournment"])
    if method in ("post", "patch"):
        answer = getattr(api("operator"), method)(address, {"colour": "red"}, format="multipart")
        assert answer.status_code == 400
        assert "colour" in answer.json()["errors"], "in a form, and likewise in JSON:"
        json_body = "versions" not in path or "check" in path
        if json_body:
            assert "colour" in getattr(api("operator"), method)(address, {"colour": "red"}).json()["errors"]


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda part: str(part).replace("/api/v1", ""))
def test_every_operation_declares_problem_details_and_nothing_else_for_errors(path: str, method: str) -> None:
    declared = SCHEMA["paths"][path][method]["responses"]
    assert {"400", "401", "429", "500"} <= set(declared)
    assert method == "get" or {"403", "409", "413"} <= set(declared)
    assert "{" not in path or "404" in declared
    for status, answer in declared.items():
        assert status.startswith("2") or list(answer["content"]) == ["application/problem+json"]


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'{"name": "a", "name": "b", "game": "saat-aath"}', "twice"),
        (b'{"name": 1e999, "game": "saat-aath"}', "too large"),
        (b'{"name": NaN, "game": "saat-aath"}', "not a number"),
        (b'{"name": "\xff"}', "UTF-8"),
        (b'{"name": "\\ud800"}', "surrogates"),
        (b"[" * 100_000, "nested"),
        (b"{", "not valid JSON"),
    ],
)
def test_json_that_could_be_read_in_two_ways_or_none_is_refused(api: Any, body: bytes, says: str) -> None:
    answer = api("owner").post("/api/v1/bots/", body, content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert says in answer.json()["detail"]


def test_a_body_of_another_type_is_a_415(api: Any) -> None:
    answer = api("owner").post("/api/v1/bots/", b"name: x", content_type="application/yaml")
    assert (answer.status_code, answer.json()["status"]) == (415, 415)


@pytest.mark.parametrize("value", ["\u0663", "1_0", " 1e1", True, "", [], 1.5, "9" * 40, 10**40, "1e999", "-1"])
def test_a_whole_number_is_one_in_ascii_digits(api: Any, value: Any) -> None:
    answer = api("owner").post("/api/v1/tournaments/", cup(boards=value))
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["boards"])


@pytest.mark.parametrize("value", ["nan", "inf", "1e999", "\u0661", True, [], None, "1_0"])
def test_a_number_is_finite(api: Any, value: Any) -> None:
    answer = api("owner").post("/api/v1/tournaments/", cup(action_seconds=value))
    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["action_seconds"])


@pytest.mark.parametrize("name", NAMES)
def test_names_are_of_any_language_and_stored_in_one_form(api: Any, name: str) -> None:
    made = api("owner").post("/api/v1/tournaments/", cup(name=f"  {name}\u00a0\u3000x "))
    assert made.status_code == 201, made.json()
    assert made.json()["name"] == f"{name} x".replace("e\u0301", "é")


@pytest.mark.parametrize("text", DECEIVING, ids=ascii)
def test_what_deceives_the_eye_is_refused_in_names_and_reasons(api: Any, visit: Any, text: str) -> None:
    mine = api("owner")
    refused = mine.post("/api/v1/tournaments/", cup(name=text))
    assert refused.status_code == 400
    made = mine.post("/api/v1/tournaments/", cup()).json()
    assert mine.post(f"/api/v1/tournaments/{made['id']}/cancel/", {"reason": text}).status_code == 400
    visit("owner").post("/contests/cup/cancel/", {"reason": text})
    assert Contest.objects.get().state == "draft"


def test_a_name_is_as_long_as_it_has_characters(api: Any) -> None:
    assert api("owner").post("/api/v1/tournaments/", cup(name="म" * 80)).status_code == 201
    assert "81 characters" in api("owner").post("/api/v1/tournaments/", cup(name="म" * 81)).json()["errors"]["name"][0]


def at(**delta: Any) -> str:
    return (datetime.now(UTC) + timedelta(**delta)).isoformat()


@pytest.mark.parametrize(
    ("times", "field"),
    [
        ({"starts_at": "2020-01-01T00:00:00Z"}, "starts_at"),
        ({"starts_at": at(minutes=-1)}, "starts_at"),
        ({"opens_at": at(minutes=-1), "entry": "open"}, "opens_at"),
        ({"closes_at": at(minutes=-1), "entry": "open"}, "closes_at"),
        ({"starts_at": (datetime.now() + timedelta(days=1)).isoformat()}, "starts_at"),  # without a zone
        ({"starts_at": "9999-12-31T23:59:59-12:00"}, "starts_at"),
        ({"starts_at": "\u0662\u0660\u0663\u0660-01-01T00:00:00Z"}, "starts_at"),
        ({"starts_at": 1900000000}, "starts_at"),
        ({"opens_at": at(days=2), "closes_at": at(days=1), "entry": "open"}, "closes_at"),
        ({"opens_at": at(days=2), "starts_at": at(days=1), "entry": "open"}, "starts_at"),
        ({"closes_at": at(days=2), "starts_at": at(days=1), "entry": "open"}, "closes_at"),
        ({"opens_at": at(days=1)}, "opens_at"),
    ],
)
def test_a_schedule_is_to_come_and_in_order(api: Any, times: dict[str, Any], field: str) -> None:
    answer = api("owner").post("/api/v1/tournaments/", cup(**times))
    assert (answer.status_code, list(answer.json()["errors"])) == (400, [field])


def test_a_form_s_times_are_the_reader_s(visit: Any) -> None:
    day = f"{datetime.now(UTC) + timedelta(days=40):%Y-%m-%d}"
    form = {
        "name": "Cup", "rules": "saat-aath/classic", "rounds": 1, "boards": 1, "action_seconds": 1, "memory_mb": 256,
        "entry": "open", "entries_per_account": 3, "starts_at": f"{day}T18:00", "time_zone": "Asia/Kolkata",
    }  # fmt: skip
    assert visit("owner").post("/contests/new/", form).status_code == 302
    assert f"{Contest.objects.get().starts_at:%Y-%m-%dT%H:%M}" == f"{day}T12:30"
    assert visit("owner").post("/contests/new/", form | {"time_zone": "Mars/Base"}).status_code == 400


def test_an_absent_boolean_of_a_form_stays(api: Any, bot: Bot) -> None:
    client = api("owner")
    client.patch(f"/api/v1/bots/{bot.pk}/", {"retired": True, "on_ladder": True})
    renamed = client.patch(f"/api/v1/bots/{bot.pk}/", {"name": "eight"}, format="multipart").json()
    assert (renamed["name"], renamed["retired"], renamed["on_ladder"]) == ("eight", True, True)


def test_a_post_without_the_last_slash_is_served(api: Any, visit: Any) -> None:
    assert api("owner").post("/api/v1/bots", {"name": "a", "game": "saat-aath"}).status_code == 201
    assert visit("owner").post("/bots/new", {"name": "b", "game": "saat-aath"}).status_code == 302
    assert set(Bot.objects.values_list("name", flat=True)) == {"a", "b"}
    assert visit("owner").get("/bots/new").status_code == 301


def test_an_id_and_a_name_are_the_same_everywhere(api: Any, visit: Any, bot: Bot) -> None:
    mine = api("owner")
    making.ready(bot)
    for name in (str(bot.pk), "owner/seven"):
        assert mine.get(f"/api/v1/bots/{name}/").json()["id"] == bot.pk
        assert mine.get(f"/api/v1/bots/{name}/versions/1/").json()["label"] == "owner/seven@1"
        assert mine.get("/api/v1/matches/", {"bot": name}).status_code == 200
        made = mine.post("/api/v1/tournaments/", cup(name="2030", bots=[name])).json()
        for contest in (str(made["id"]), made["slug"]):
            assert mine.get(f"/api/v1/tournaments/{contest}/").json()["id"] == made["id"]
            assert mine.get("/api/v1/matches/", {"tournament": contest}).status_code == 200
            assert visit("owner").get(reverse("contest", args=[contest])).status_code == 200
        assert mine.delete(f"/api/v1/tournaments/{made['slug']}/entries/{name}/").status_code == 204
        assert visit("owner").post(f"/contests/{made['slug']}/enter/", {"name": name}, follow=True).status_code == 200
        assert Contest.objects.get(pk=made["id"]).entries.get().state == "active"
    assert visit("owner").get(f"/bots/{bot.pk}/").headers["Location"] == "/bots/owner/seven/"
    for query in ("bot=nobody/x", "bot=99999", "tournament=none", "preset=clasic", "game=saat-aath&preset=quick"):
        assert mine.get(f"/api/v1/matches/?{query}").status_code == 400, query


def test_a_house_bot_keeps_its_name(api: Any) -> None:
    making.services.sync_house_bots()
    for change in ({"name": "mine"}, {"retired": True}):
        answer = api("operator").patch("/api/v1/bots/builtin/saat-aath-easy/", change)
        assert (answer.status_code, list(answer.json()["errors"])) == (400, list(change))


def test_contests_cannot_be_created_and_cancelled_without_end(api: Any, settings: Any) -> None:
    settings.CONTESTS_PER_DAY = 3
    mine = api("owner")
    for _ in range(3):
        made = mine.post("/api/v1/tournaments/", cup()).json()
        assert mine.post(f"/api/v1/tournaments/{made['id']}/cancel/").status_code == 200
    refused = mine.post("/api/v1/tournaments/", cup())
    assert refused.status_code == 400
    assert "within a day" in json.dumps(refused.json())
