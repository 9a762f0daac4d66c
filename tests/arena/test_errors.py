"""Error pages: as pages for people, as JSON below /api/."""

from typing import Any

import pytest
from django.test import Client, RequestFactory

from arena import errors

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/no/such/page/", 404, b"There is no such page"),
        ("/%00/", 400, b"not understood"),
        ("/?x=%00", 400, b"not understood"),
    ],
)
def test_pages(client: Client, address: str, status: int, words: bytes) -> None:
    page = client.get(address)
    assert page.status_code == status
    assert words in page.content
    assert b"To the home page" in page.content


def test_below_api_an_error_is_json(client: Client) -> None:
    answer = client.get("/api/v1/no/such/thing/")
    assert answer.status_code == 404
    assert answer.json()["detail"].startswith("There is no such page")


def test_a_failure_of_ours_is_said_without_details(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise RuntimeError("hunter2 of the database")

    monkeypatch.setattr("arena.submissions.permissions.Bot.objects.select_related", fail)
    client.raise_request_exception = False
    for address, words in (("/bots/", b"Something went wrong on our side"), ("/api/v1/bots/7/versions/", b"detail")):
        answer = client.get(address)
        assert answer.status_code == 500
        assert words in answer.content
        assert b"hunter2" not in answer.content


def test_the_error_page_needs_no_database() -> None:
    """No fixture of the database here: a query would fail the test."""
    page = errors.server_error(RequestFactory().get("/"))
    assert page.status_code == 500


def test_a_body_that_is_too_large_is_a_413_before_it_is_read(client: Client) -> None:
    page = client.post("/accounts/login/", data="x", content_type="text/plain", CONTENT_LENGTH="5000001")
    assert page.status_code == 413
    assert b"at most 5 MB" in page.content


def test_an_unknown_host_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
