"""POST /api/v1/token/."""

from typing import Any

import pytest
from django.conf import LazySettings
from knox.models import AuthToken
from rest_framework.test import APIClient

from arena.accounts import services
from arena.accounts.models import User
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def ask(password: str = PASSWORD, username: str = "owner") -> Any:
    return APIClient().post("/api/v1/token/", {"username": username, "password": password})


def works(token: str) -> bool:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client.get("/api/v1/bots/").status_code == 200


def test_a_token_opens_what_needs_an_account(cast: dict[str, User]) -> None:
    answer = ask()
    assert answer.status_code == 200
    assert answer.json()["username"] == "owner"
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert client.post("/api/v1/bots/", {"name": "b", "game": "saat-aath"}).status_code == 201


def test_asking_again_makes_another_token_and_both_work(cast: dict[str, User]) -> None:
    tokens = {ask().json()["token"], ask(username="OWNER").json()["token"]}
    assert len(tokens) == 2
    assert [works(token) for token in tokens] == [True, True]


def test_of_too_many_tokens_the_oldest_is_forgotten(cast: dict[str, User], settings: LazySettings) -> None:
    settings.TOKENS_PER_ACCOUNT = 2
    others = services.make_token(user=cast["stranger"])
    tokens = [ask().json()["token"] for _ in range(3)]
    assert [works(token) for token in tokens] == [False, True, True]
    assert works(others)


def test_a_form_works_as_well_as_json(cast: dict[str, User]) -> None:
    answer = APIClient().post("/api/v1/token/", {"username": "owner", "password": PASSWORD}, format="multipart")
    assert answer.status_code == 200


def test_a_wrong_password_is_a_400_that_does_not_tell_whether_the_account_is_there(cast: dict[str, User]) -> None:
    wrong, unknown = ask("wrong"), ask(username="nobody")
    assert wrong.status_code == unknown.status_code == 400
    assert wrong.json() == unknown.json()
    assert wrong.json()["detail"] == "The username or the password is wrong."
    assert not AuthToken.objects.exists()


def test_guessing_is_stopped(cast: dict[str, User]) -> None:
    answers = [ask("wrong") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [400] * 5 + [429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert ask().status_code == 429, "the right password does not help while guessing is stopped"


def test_a_closed_account_gets_no_token_and_its_old_one_is_dead(cast: dict[str, User], api: Any) -> None:
    client = api("owner")
    User.objects.filter(username="owner").update(is_active=False)
    assert ask().status_code == 400
    assert client.get("/api/v1/bots/").status_code == 401


@pytest.mark.parametrize("wrong", ["nonsense", "9" * 5000, "\xff\xfe", "a\0b", "' OR 1=1 --"], ids=range(5))
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_wrong_token_is_a_401_that_names_the_scheme(cast: dict[str, User], wrong: str, method: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {wrong}")
    answer = getattr(client, method)("/api/v1/bots/")
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Token"
    assert "oken" in answer.json()["detail"]


def test_a_token_that_differs_after_the_start_that_is_stored_is_a_401_that_says_what_to_do(
    cast: dict[str, User],
) -> None:
    token = ask().json()["token"]
    assert works(token)
    assert not works(token[:-1] + ("1" if token[-1] == "0" else "0"))
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}0")
    assert "Make another one" in client.get("/api/v1/bots/").json()["detail"]


def test_the_database_does_not_hold_a_token(cast: dict[str, User]) -> None:
    token = ask().json()["token"]
    kept = str(AuthToken.objects.values().get())
    assert token not in kept
    assert token[16:] not in kept


def test_too_many_requests_are_a_429_that_says_how_long_to_wait(cast: dict[str, User]) -> None:
    answers = [ask(username=f"n{number}") for number in range(12)]
    assert answers[-1].status_code == 429
    assert int(answers[-1].headers["Retry-After"]) > 0
