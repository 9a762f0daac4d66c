"""What migrations do to the rows that are there."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from arena.accounts.models import User

OLD_TABLE = """
CREATE TABLE authtoken_token (key varchar(40) PRIMARY KEY, created timestamptz NOT NULL, user_id bigint UNIQUE NOT NULL)
"""


@pytest.mark.django_db
def test_tokens_that_were_stored_as_they_are_go_on_working_and_are_stored_no_more(
    cast: dict[str, User], client: Any
) -> None:
    tokens = {"owner": "0f" * 20, "stranger": "1e" * 20}
    with connection.cursor() as cursor:
        cursor.execute(OLD_TABLE)
        for role, token in tokens.items():
            cursor.execute("INSERT INTO authtoken_token VALUES (%s, '2026-01-02', %s)", [token, cast[role].pk])
    hash_tokens = import_module("arena.accounts.migrations.0002_hash_tokens").hash_tokens
    with connection.schema_editor(atomic=False) as editor:
        hash_tokens(apps, editor)
        hash_tokens(apps, editor)  # a database that never had them
    for role, token in tokens.items():
        made = client.post(
            "/api/v1/bots/", {"name": "b", "game": "saat-aath"}, headers={"Authorization": f"Token {token}"}
        )
        assert made.json()["owner"] == role
    assert "authtoken_token" not in connection.introspection.table_names()
