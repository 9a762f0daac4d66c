"""The cast: an organiser, an owner with bots, a stranger, an operator; and ways to make bots and contests.

`making` is imported late: this file is loaded before the settings can be.
"""

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import pytest

Maker = Callable[..., Any]


@pytest.fixture
def making(db: None) -> Any:
    return import_module("tests.arena.contests.making")


@pytest.fixture
def organiser(making: Any) -> Any:
    return making.user("olga")


@pytest.fixture
def owner(making: Any) -> Any:
    return making.user("ada")


@pytest.fixture
def stranger(making: Any) -> Any:
    return making.user("sven")


@pytest.fixture
def operator(making: Any) -> Any:
    return making.user("opal", is_staff=True)


@pytest.fixture
def house(making: Any) -> Any:
    return making.house()


@pytest.fixture
def make_bot(making: Any, owner: Any) -> Maker:
    """make_bot("ant", by=user): a ready bot of the owner, or of somebody else."""
    return lambda name, by=owner, **how: making.bot(name, by, **how)


@pytest.fixture
def make_contest(making: Any, organiser: Any) -> Maker:
    """make_contest(bots=4, boards=1, start=True, ...): a tournament of the organiser."""
    return partial(making.contest, organiser)


@pytest.fixture
def play_all(making: Any) -> Maker:
    return making.play_all


@pytest.fixture
def signed_in(page: Any, client: Any, organiser: Any, live_server: Any) -> Any:
    """The browser's page, logged in as the organiser."""
    client.force_login(organiser)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": live_server.url}])
    return page


@pytest.fixture(scope="module")
def alone() -> Iterator[None]:
    """The session's worker, if there is one, leaves the queue of matches to the module's tests."""
    app, queue = import_module("arena.celery_app").app, "matches"
    app.control.cancel_consumer(queue, reply=True)
    yield
    app.control.add_consumer(queue, reply=True)
