"""Played matches and broadcasts of them, whose clock a test may set."""

from collections.abc import Callable, Iterator
from importlib import import_module  # this file is loaded before the settings can be
from typing import Any

import pytest


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    queries = import_module("arena.broadcast.queries")
    queries.forget()
    yield
    queries.forget()


@pytest.fixture
def played(db: None) -> Callable[..., Any]:
    """played(name="...", bots=3, rounds=...) -> a contest, all of whose matches have been played."""
    making = import_module("tests.arena.contests.making")

    def make(**how: Any) -> Any:
        contest = making.contest(making.user("olga"), **how)
        making.play_all(contest)
        return contest

    return make


@pytest.fixture
def at(db: None) -> Callable[..., Any]:
    """at(broadcast, seconds) makes it as old as that, on the database's clock."""
    models = import_module("django.db.models.functions")
    broadcasts = import_module("arena.broadcast.models").Broadcast.objects
    delta = import_module("datetime").timedelta

    def set_clock(broadcast: Any, seconds: float) -> None:
        broadcasts.filter(pk=broadcast.pk).update(starts_at=models.Now() - delta(seconds=seconds))
        import_module("arena.broadcast.queries").forget()

    return set_clock
