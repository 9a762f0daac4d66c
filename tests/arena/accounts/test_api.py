"""POST /api/v1/token/."""

from typing import Any

import pytest
from rest_framework.authtoken.models import Token
from rest_framework.test import APIClient

from arena.accounts.models import User
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def ask(password: str = PASSWORD, username: str = "owner") -> Any:
    return APIClient().post("/api/v1/token/", {"username": username, "password": password})


def test_a_token_opens_what_needs_an_account(cast: dict[str, User]) -> None:
    answer = ask()
    assert answer.status_code == 200
    assert answer.json()["username"] == "owner"
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert client.post("/api/v1/bots/", {"name": "b", "game": "saat-aath"}).status_code == 201


def test_asking_again_gives_the_same_token(cast: dict[str, User]) -> None:
    assert ask().json() == ask().json() == ask(username="OWNER").json()


def test_a_form_works_as_well_as_json(cast: dict[str, User]) -> None:
    answer = APIClient().post("/api/v1/token/", {"username": "owner", "password": PASSWORD}, format="multipart")
    assert answer.status_code == 200


def test_a_wrong_password_is_a_400_that_does_not_tell_whether_the_account_is_there(cast: dict[str, User]) -> None:
    wrong, unknown = ask("wrong"), ask(username="nobody")
    assert wrong.status_code == unknown.status_code == 400
    assert wrong.json() == unknown.json() == {"detail": "The username or the password is wrong."}
    assert not Token.objects.exists()


def test_guessing_is_stopped(cast: dict[str, User]) -> None:
    answers = [ask("wrong") for _ in range(7)]
    assert answers[-1].status_code == 400
    assert "Too many" in answers[-1].json()["detail"]
    assert ask().status_code == 400, "the right password does not help while guessing is stopped"


def test_a_closed_account_gets_no_token_and_its_old_one_is_dead(cast: dict[str, User], api: Any) -> None:
    client = api("owner")
    User.objects.filter(username="owner").update(is_active=False)
    assert ask().status_code == 400
    assert client.get("/api/v1/bots/").status_code == 401


def test_a_stale_token_is_a_401_that_names_the_scheme(cast: dict[str, User]) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Token nonsense")
    answer = client.post("/api/v1/bots/", {})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_too_many_requests_are_a_429_that_says_how_long_to_wait(cast: dict[str, User]) -> None:
    answers = [ask(username=f"n{number}") for number in range(12)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
