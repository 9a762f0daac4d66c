"""Sign up, log in, log out, the account's page."""

import re

import pytest
from django.test import Client

from arena.accounts.models import User
from tests.arena.conftest import PASSWORD

pytestmark = pytest.mark.django_db
SIGN_UP = {"username": "meera", "email": "", "password1": PASSWORD, "password2": PASSWORD}


def errors_of(page) -> str:  # type: ignore[no-untyped-def]
    return str(page.context["form"].errors) if page.context else ""


def test_signing_up_needs_no_mail_and_logs_in(client: Client) -> None:
    response = client.post("/accounts/signup/", SIGN_UP, follow=True)
    assert response.redirect_chain[-1][0] == "/"
    assert b">meera</a>" in response.content
    assert User.objects.get().username == "meera"


def test_usernames_are_lower_case(client: Client) -> None:
    client.post("/accounts/signup/", SIGN_UP | {"username": "Meera"})
    assert User.objects.get().username == "meera"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"username": "builtin"}, "reserved"),
        ({"username": "Admin"}, "reserved"),
        ({"username": "a"}, "2"),
        ({"username": "a b"}, "2 to 30 characters"),
        ({"username": "-ab"}, "starts with a letter"),
        ({"username": "a/b"}, "2 to 30 characters"),
        ({"username": "मीरा"}, "2 to 30 characters"),
        ({"username": "a\0b"}, "Null characters"),
        ({"username": "x" * 31}, "30"),
        ({"email": "no address"}, "valid email"),
        ({"password2": "other"}, "same password"),
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"username": ""}, "required"),
    ],
)
def test_what_a_person_cannot_sign_up_with_is_said(client: Client, change: dict[str, str], complaint: str) -> None:
    page = client.post("/accounts/signup/", SIGN_UP | change)
    assert complaint in errors_of(page)
    assert not User.objects.exists()


def test_a_name_is_taken_whatever_its_case(client: Client, cast: dict[str, User]) -> None:
    page = client.post("/accounts/signup/", SIGN_UP | {"username": "OWNER"})
    assert "already exists" in errors_of(page) or "taken" in errors_of(page)


def test_logging_in_goes_where_one_wanted_to_go(client: Client, cast: dict[str, User]) -> None:
    wanted = client.get("/bots/new/")
    assert wanted.headers["Location"] == "/accounts/login/?next=/bots/new/"
    response = client.post(wanted.headers["Location"], {"login": "owner", "password": PASSWORD})
    assert response.headers["Location"] == "/bots/new/"


def test_logging_in_never_leads_to_another_site(client: Client, cast: dict[str, User]) -> None:
    response = client.post("/accounts/login/?next=https://evil.example/", {"login": "owner", "password": PASSWORD})
    assert response.headers["Location"] == "/"


def test_a_wrong_password_does_not_tell_whether_the_account_is_there(client: Client, cast: dict[str, User]) -> None:
    answers = {errors_of(client.post("/accounts/login/", {"login": n, "password": "x"})) for n in ("owner", "nobody")}
    assert len(answers) == 1


def test_guessing_passwords_is_stopped(client: Client, cast: dict[str, User]) -> None:
    for _ in range(5):
        client.post("/accounts/login/", {"login": "owner", "password": "wrong"})
    page = client.post("/accounts/login/", {"login": "owner", "password": PASSWORD})
    assert page.status_code == 429
    assert 0 < int(page.headers["Retry-After"]) <= 300
    elsewhere = client.post("/accounts/login/", {"login": "owner", "password": PASSWORD}, REMOTE_ADDR="192.0.2.7")
    assert elsewhere.status_code == 302, "the owner, who comes from another address, is not locked out"
    client.logout()
    other = client.post("/accounts/login/", {"login": "stranger", "password": PASSWORD})
    assert other.status_code == 302, "another account is not locked out by it"


def test_signing_up_in_bulk_is_stopped(client: Client) -> None:
    statuses = [
        Client().post("/accounts/signup/", SIGN_UP | {"username": f"bulk{number}"}).status_code for number in range(25)
    ]
    assert statuses[:20] == [302] * 20
    assert statuses[-1] == 429


def test_logging_out_is_asked_for_by_post(client: Client, cast: dict[str, User]) -> None:
    client.force_login(cast["owner"])
    client.get("/accounts/logout/")
    assert "_auth_user_id" in client.session
    client.post("/accounts/logout/")
    assert "_auth_user_id" not in client.session


def test_a_changed_password_is_the_new_one(client: Client, cast: dict[str, User]) -> None:
    client.force_login(cast["owner"])
    new = "battery staple 7"
    client.post("/accounts/password/", {"oldpassword": PASSWORD, "password1": new, "password2": new})
    cast["owner"].refresh_from_db()
    assert cast["owner"].check_password(new)


def test_nobody_logs_in_as_a_house_account(client: Client) -> None:
    User.objects.create_user("builtin")
    page = client.post("/accounts/login/", {"login": "builtin", "password": ""})
    assert page.status_code == 200
    assert "_auth_user_id" not in client.session


def test_a_closed_account_cannot_log_in(client: Client, cast: dict[str, User]) -> None:
    User.objects.filter(username="owner").update(is_active=False)
    client.post("/accounts/login/", {"login": "owner", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


def test_a_form_without_its_csrf_token_is_refused(cast: dict[str, User]) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post("/accounts/login/", {"login": "owner", "password": PASSWORD})
    assert page.status_code == 403
    assert b"This form has expired" in page.content


def made_token(page) -> str:  # type: ignore[no-untyped-def]
    found = re.search(r'<code class="token">(\w+)</code>', page.content.decode())
    assert found, page.content.decode()
    return found[1]


def test_a_token_is_shown_once_when_it_is_made(visit) -> None:  # type: ignore[no-untyped-def]
    client = visit("owner")
    assert b"You have none yet" in client.get("/accounts/").content
    page = client.post("/accounts/token/")
    token = made_token(page)
    assert "no-store" in page.headers["Cache-Control"]
    assert client.get("/accounts/token/").headers["Location"] == "/accounts/"
    later = client.get("/accounts/").content.decode()
    assert token[:8] in later
    assert token not in later
    assert Client().get("/api/v1/bots/", headers={"Authorization": f"Token {token}"}).status_code == 200


def test_a_token_is_revoked_by_its_owner_alone(visit) -> None:  # type: ignore[no-untyped-def]
    client, start = visit("owner"), {"start": ""}
    kept, token = (made_token(client.post("/accounts/token/")) for _ in range(2))
    start["start"] = token[:15]
    refused = visit("stranger").post("/accounts/token/revoke/", start, follow=True)
    assert b"There is no such token of yours" in refused.content
    assert b"is revoked" in client.post("/accounts/token/revoke/", start, follow=True).content
    statuses = [
        Client().get("/api/v1/bots/", headers={"Authorization": f"Token {each}"}).status_code for each in (kept, token)
    ]
    assert statuses == [200, 401]


def test_the_account_s_page_needs_a_log_in(client: Client) -> None:
    assert client.get("/accounts/").status_code == 302
    assert client.post("/accounts/token/").status_code == 302
    assert client.post("/accounts/token/revoke/").status_code == 302
    assert client.post("/accounts/token/revoke/", {"start": "a\0b"}).status_code == 302


def test_there_is_no_page_that_would_send_mail(client: Client) -> None:
    assert client.get("/accounts/password/reset/").status_code == 404
    assert client.get("/accounts/email/").status_code == 404
