"""What goes along with answers: types, ETags, caches, other origins; and who is believed behind a proxy."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.test import Client, RequestFactory

from arena import proxies, throttles
from arena.errors import TooMany
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db


def test_what_has_not_changed_is_a_304(api: Any, cast: dict[str, Any]) -> None:
    bot = making.bot(cast["owner"])
    making.version(bot)
    mine = api("owner")
    for address in ("", "bots/", "bots/owner/seven/", "bots/owner/seven/versions/1/source/", "games/"):
        first = mine.get(f"/api/v1/{address}")
        again = mine.get(f"/api/v1/{address}", HTTP_IF_NONE_MATCH=first["ETag"])
        assert (first.status_code, again.status_code, again.content) == (200, 304, b""), address
        assert "no-store" in first["Cache-Control"]
    first = api("anonymous").get("/api/v1/bots/")
    making.bot(cast["owner"], "eight")
    assert api("anonymous").get("/api/v1/bots/", HTTP_IF_NONE_MATCH=first["ETag"]).status_code == 200
    assert "no-store" not in first["Cache-Control"]


def test_a_documented_type_can_be_asked_for(api: Any, cast: dict[str, Any]) -> None:
    making.version(making.bot(cast["owner"]))
    address = "/api/v1/bots/owner/seven/versions/1"
    for part, kind in (("log", "text/plain"), ("source", "application/octet-stream")):
        assert api("owner").get(f"{address}/{part}/", HTTP_ACCEPT=kind).status_code == 200
    refused = api("owner").get(f"{address}/log/", HTTP_ACCEPT="image/png")
    assert (refused.status_code, refused["Content-Type"]) == (406, "application/problem+json")


def test_every_error_below_api_is_problem_details(client: Client) -> None:
    for answer in (
        client.get("/api/v1/nothing/"),
        client.get("/api/nothing"),
        client.get("/api/v1/bots/%00/"),
        client.post("/api/v1/bots/"),
        client.put("/api/v1/games/"),
        client.post("/api/v1/token/", data=b"x", content_type="application/json", CONTENT_LENGTH="6000000"),
        client.post("/api/v1/token/", HTTP_TRANSFER_ENCODING="chunked"),
        client.post("/api/v1/token/", {"username": "x" * 1_100_000}),
    ):
        assert answer["Content-Type"] == "application/problem+json", answer.content
        assert answer.json()["status"] == answer.status_code
        assert answer.json()["title"]


def test_too_large_a_form_is_a_413(client: Client) -> None:
    assert client.post("/api/v1/token/", {"username": "x" * 1_100_000}).status_code == 413
    assert client.post("/accounts/login/", {"login": "x" * 1_100_000}).status_code == 413


def test_other_origins_may_read_the_api_and_nothing_else(client: Client) -> None:
    origin = {"HTTP_ORIGIN": "https://stats.example"}
    assert client.get("/api/v1/games/", **origin)["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in client.get("/bots/", **origin)
    asked = client.options("/api/v1/bots/", **origin, HTTP_ACCESS_CONTROL_REQUEST_METHOD="POST")
    assert "POST" not in asked["Access-Control-Allow-Methods"]
    assert "Access-Control-Allow-Credentials" not in asked


@pytest.mark.parametrize(
    ("proxy_count", "sender", "secure", "who"),
    [
        (0, "10.0.0.1", False, "10.0.0.1"),
        (1, "10.0.0.1", True, "203.0.113.9"),
        (1, "198.51.100.7", False, "198.51.100.7"),
        (1, "", True, "203.0.113.9"),
    ],
)
def test_forwarded_headers_count_only_from_a_proxy(
    settings: Any, proxy_count: int, sender: str, secure: bool, who: str
) -> None:
    settings.TRUSTED_PROXIES = proxy_count
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    forged = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_FOR": "192.0.2.1, 203.0.113.9"}
    request = RequestFactory().get("/", REMOTE_ADDR=sender, **forged)
    proxies.ignore_forged_headers(lambda asked: asked)(request)  # type: ignore[arg-type, return-value]
    assert (request.is_secure(), proxies.client_address(request)) == (secure, who)


def test_requests_of_the_same_moment_count_one_by_one(settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"upload": "30/minute"}

    def ask(_: int) -> bool:
        try:
            throttles.take("upload", "user:1")
        except TooMany:
            return False
        return True

    with ThreadPoolExecutor(60) as many:
        assert sum(many.map(ask, range(60))) == 30


@pytest.mark.django_db(transaction=True)
def test_sixty_uploads_at_once_are_thirty(api: Any, cast: dict[str, Any]) -> None:
    making.bot(cast["owner"])
    mine = [api("owner") for _ in range(6)]

    def upload(number: int) -> int:
        try:
            file = making.upload("bot.py", b"")
            address = "/api/v1/bots/owner/seven/versions/"
            return int(mine[number % 6].post(address, {"file": file}, format="multipart").status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as many:
        statuses = list(many.map(upload, range(60)))
    assert sorted(statuses) == [201] * 30 + [429] * 30


def test_forms_of_pages_have_the_limits_of_the_api(visit: Any, api: Any, settings: Any) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "2/minute"}
    page, program = visit("owner"), api("owner")
    assert page.post("/bots/new/", {"name": "a", "game": "saat-aath"}).status_code == 302
    assert program.post("/api/v1/bots/", {"name": "b", "game": "saat-aath"}).status_code == 201
    refused = page.post("/bots/new/", {"name": "c", "game": "saat-aath"})
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)


def test_a_form_refuses_fields_that_it_does_not_have(visit: Any, cast: dict[str, Any]) -> None:
    bot = making.bot(cast["owner"])
    answer = visit("owner").post("/bots/owner/seven/settings/", {"name": "eight", "on_lader": "on"})
    assert answer.status_code == 400
    assert "Did you mean &quot;on_ladder&quot;?" in answer.content.decode()
    bot.refresh_from_db()
    assert bot.name == "seven"
