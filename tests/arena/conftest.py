"""What every test of the site needs."""

import os
from collections.abc import Callable
from importlib import import_module  # this file is loaded before the settings can be
from typing import Any

import pytest
import redis

PASSWORD = "correct horse 9"


@pytest.fixture(autouse=True)
def _no_rate_limits_from_the_last_test() -> None:
    """Only the cache's keys: the queues of a running worker are in the same database."""
    server = redis.Redis.from_url(os.environ["REDIS_URL"])
    for key in server.scan_iter("arena:*"):
        server.delete(key)


@pytest.fixture(autouse=True)
def _cheap_password_hashes(settings: Any) -> None:
    """The real ones take a fifth of a second each, on purpose."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


# The cast. `owner` has bots; `teammate` plays beside them and has no rights over them; `operator` is staff.


@pytest.fixture
def person(db: None) -> Callable[..., Any]:
    """person("name", is_staff=True) -> an account whose password is PASSWORD."""

    def make(username: str, **fields: Any) -> Any:
        return import_module("arena.accounts.models").User.objects.create_user(username, password=PASSWORD, **fields)

    return make


@pytest.fixture
def cast(person: Callable[..., Any]) -> dict[str, Any]:
    """The accounts by role; `anonymous` is none."""
    accounts = {role: person(role) for role in ("owner", "teammate", "stranger")}
    return accounts | {"operator": person("opal", is_staff=True), "anonymous": None}


@pytest.fixture
def visit(cast: dict[str, Any]) -> Callable[[str], Any]:
    """visit("owner") -> a client that is logged in as that role."""

    def log_in(role: str) -> Any:
        client = import_module("django.test").Client(raise_request_exception=False)
        if cast[role]:
            client.force_login(cast[role])
        return client

    return log_in


@pytest.fixture
def api(cast: dict[str, Any]) -> Callable[[str], Any]:
    """api("owner") -> a client of the REST API with that role's token."""

    def authorise(role: str) -> Any:
        client = import_module("rest_framework.test").APIClient(raise_request_exception=False)
        if cast[role]:
            token = import_module("arena.accounts.services").make_token(user=cast[role])
            client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
        return client

    return authorise
