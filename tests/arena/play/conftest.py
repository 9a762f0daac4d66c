"""A browser that is signed out, and tables at which it sits."""

import json
import re
from importlib import import_module
from typing import Any

import pytest


class Guest:
    """Somebody without an account, by the pages alone, as scripts of the page ask."""

    def __init__(self) -> None:
        self.client = import_module("django.test").Client(raise_request_exception=False)

    def deal(self, **form: Any) -> str:
        """A new table's name."""
        answer = self.client.post("/play/new/", form)
        assert answer.status_code == 302, answer.content.decode()
        return str(answer.url.split("/")[2])

    def page(self, name: str) -> dict[str, Any]:
        """The JSON of a table's page."""
        answer = self.client.get(f"/play/{name}/", follow=True)
        assert answer.status_code == 200
        found = re.search(rb'<script id="play" type="application/json">(.*?)</script>', answer.content, re.S)
        assert found, "the page is not a table in play"
        return dict(json.loads(found[1]))

    def news(self, name: str, after: int = 0, **headers: str) -> Any:
        return self.client.get(f"/play/{name}/news/?after={after}", headers=headers)

    def act(self, name: str, action: str, version: int, after: int = 0) -> Any:
        form = {"action": action, "version": version, "after": after}
        return self.client.post(f"/play/{name}/act/", form, headers={"accept": "application/json"})

    def play_out(self, name: str) -> dict[str, Any]:
        """Play the first legal action until the game is over; what the page has then."""
        now = self.news(name).json()
        for _ in range(2000):
            if now["state"] == "over":
                return dict(self.news(name).json())
            frame = self.news(name, now["count"] - 1).json()["frames"][-1]
            action = frame["legal"][0] if frame["legal"] else arrange(frame)
            answer = self.act(name, action, now["version"], now["count"])
            assert answer.status_code == 200, answer.content.decode()
            now = answer.json()
        raise AssertionError("the game does not end")


def arrange(frame: dict[str, Any]) -> str:
    hand = next(hand for hand in frame["hands"] if None not in hand)
    return "arrange " + " ".join(hand)


@pytest.fixture
def guest(db: None) -> Guest:
    return Guest()


@pytest.fixture
def friend(db: None) -> Guest:
    return Guest()
