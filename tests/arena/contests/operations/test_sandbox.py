"""The attack suite as operators see it: asked for on their page, run by a worker, shown with what got through."""

from typing import Any

import pytest
from django.test import Client

import bots
from bots import attacks

FEW = [attack for attack in attacks.attacks() if attack.name in ("a fork bomb", "a bomb", "an endless line")]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks.summary, "attacks", lambda: FEW)


@pytest.fixture
def page(operator: Any, client: Client) -> Client:
    client.force_login(operator)
    return client


def text(page: Client) -> str:
    return page.get("/status/").content.decode()


def test_the_last_attacks_are_shown(page: Client) -> None:
    from arena.contests.tasks import attack_sandbox  # noqa: PLC0415  # Django must be set up

    assert "have not been tried" in text(page)
    attack_sandbox()
    assert "3 attacks on" in text(page)
    assert "got through</span>" not in text(page)


def test_what_got_through_is_named(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.contests.tasks import attack_sandbox  # noqa: PLC0415  # Django must be set up

    monkeypatch.setattr(bots.archive, "UNPACKED_BYTES", 1 << 40)
    attack_sandbox()
    assert "got through</span> a bomb: ended as taken, not too-large" in text(page)


def test_only_operators_ask_for_attacks(client: Client, stranger: Any) -> None:
    assert client.post("/status/attacks/").status_code == 302  # to the login
    client.force_login(stranger)
    assert client.post("/status/attacks/").status_code == 403
    assert client.get("/status/attacks/").status_code == 405


def test_an_operator_asks_the_workers(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.celery_app import app  # noqa: PLC0415  # Django must be set up

    sent: list[str] = []  # and not to a worker of this session, which would be busy for a minute
    monkeypatch.setattr(app, "send_task", lambda name, **how: sent.append(name))
    assert b"A worker was asked" in page.post("/status/attacks/", follow=True).content
    assert sent == ["arena.contests.tasks.attack_sandbox"]
    assert sent[0] in app.tasks


def test_a_broker_that_is_away_is_no_error_of_the_page(page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from arena.celery_app import app  # noqa: PLC0415  # Django must be set up

    monkeypatch.setattr(app, "send_task", away)
    assert b"no worker was asked" in page.post("/status/attacks/", follow=True).content


def away(name: str, **how: Any) -> None:
    raise ConnectionRefusedError
