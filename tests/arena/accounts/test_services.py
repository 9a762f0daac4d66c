from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from arena.accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_database_itself_keeps_names_apart_whatever_their_case(cast: dict[str, User]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("OWNER")


def test_a_closed_account_is_out_at_once_until_it_is_reopened(visit: Any, api: Any) -> None:
    client, programs = visit("owner"), api("owner")
    call_command("close_account", "owner")
    assert client.get("/accounts/").status_code == 302
    assert programs.get("/api/v1/bots/").status_code == 401
    call_command("close_account", "owner", "--reopen")
    assert client.get("/accounts/").status_code == 200
    assert programs.get("/api/v1/bots/").status_code == 401, "its tokens are gone for good"


def test_closing_an_account_that_is_not_there_says_so(db: None) -> None:
    with pytest.raises(CommandError, match="no account 'nobody'"):
        call_command("close_account", "nobody")
