import re
from collections.abc import Callable

import pytest
from django.test import Client

from arena.contests.models import Contest
from tests.arena.contests import making
from tests.arena.test_hostile_clients import ENDPOINTS, address

pytestmark = pytest.mark.django_db
Played = Callable[..., Contest]


def framing(answer: object) -> tuple[str | None, str]:
    headers = answer.headers  # type: ignore[attr-defined]
    found = re.search(r"frame-ancestors ([^;]*)", headers["Content-Security-Policy"])
    return headers.get("X-Frame-Options"), found[1].strip() if found else ""


def test_a_replay_may_be_framed_by_any_site(client: Client, played: Played) -> None:
    match = played(bots=2).matches.get()
    answer = client.get(f"/embed/matches/{match.pk}/?game=2")
    assert answer.status_code == 200
    assert framing(answer) == (None, "*")
    page = answer.content.decode()
    assert f"/api/v1/matches/{match.pk}/frames/?game=1" in page
    assert f"/matches/{match.pk}/replay/#game=2" in page
    assert "<form" not in page


def test_nothing_else_may_be_framed(client: Client, played: Played) -> None:
    played(bots=2)
    for endpoint in ENDPOINTS:
        if not endpoint.startswith("/embed/"):
            answer = client.get(address(endpoint), follow=False)
            assert answer.headers.get("X-Frame-Options") == "DENY", endpoint
            assert framing(answer)[1] == "'none'", endpoint


@pytest.mark.parametrize(("query", "status"), [("game=0", 400), ("game=x", 400), ("game=3", 404), ("step=1", 400)])
def test_a_game_that_there_is_not_is_refused(client: Client, played: Played, query: str, status: int) -> None:
    match = played(bots=2).matches.get()
    answer = client.get(f"/embed/matches/{match.pk}/?{query}")
    assert answer.status_code == status
    assert framing(answer) == ("DENY", "'none'")


def test_a_match_without_a_replay_has_none_to_embed(client: Client) -> None:
    match = making.contest(making.user("olga")).matches.get()
    assert client.get(f"/embed/matches/{match.pk}/").status_code == 404
    assert client.get("/embed/matches/0/").status_code == 404
