"""What a password may be, and what changing it does."""

from typing import Any

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from knox.models import AuthToken

from arena.accounts import services
from arena.accounts.models import User
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "another horse 7"


@pytest.mark.parametrize(
    "password", ["8402957163", "annaanna", "annaanna1", "AnnaAnnaAnna", "1anna2anna", "annaanna12", "password"]
)
def test_passwords_that_are_guessed_first_are_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, User(username="anna"))


@pytest.mark.parametrize("password", [PASSWORD, "hannahs old piano", "anna likes 7 cards"])
def test_others_are_taken(password: str) -> None:
    validate_password(password, User(username="anna"))


@pytest.mark.parametrize("revoke", [False, True])
def test_a_change_ends_other_sessions_and_on_request_the_tokens(cast: dict[str, Any], revoke: bool) -> None:
    services.make_token(user=cast["owner"])
    here, elsewhere = Client(), Client()
    for client in (here, elsewhere):
        assert client.post("/accounts/login/", {"login": "owner", "password": PASSWORD}).status_code == 302
    form = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW} | ({"revoke_tokens": "on"} if revoke else {})
    assert here.post("/accounts/password/", form).status_code == 302
    assert here.get("/accounts/").status_code == 200
    assert elsewhere.get("/accounts/").status_code == 302
    assert AuthToken.objects.exists() is not revoke
