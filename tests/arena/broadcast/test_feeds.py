from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from django.test import Client

from arena.contests.models import Contest
from tests.arena.contests import making

pytestmark = pytest.mark.django_db
Played = Callable[..., Contest]
ATOM = {"atom": "http://www.w3.org/2005/Atom"}


def test_the_feed_has_finished_contests_with_their_winners_the_newest_first(client: Client, played: Played) -> None:
    old = played(bots=3, name="Monsoon <cup> & more")
    new = played(bots=2, name="Winter cup")
    making.contest(making.user("olga"), name="Running cup")
    answer = client.get("/feeds/contests/")
    assert answer["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    entries = feed.findall("atom:entry", ATOM)
    assert [entry.findtext("atom:title", "", ATOM) for entry in entries] == [new.name, old.name]
    words = entries[1].findtext("atom:summary", "", ATOM)
    assert " won" in words or "shared the first place" in words
    assert "player" in words
    link = entries[0].find("atom:link", ATOM)
    assert link is not None
    assert link.get("href", "").endswith(new.get_absolute_url())
    assert entries[0].findtext("atom:author/atom:name", "", ATOM) == "olga"


def test_a_feed_of_nothing_is_a_feed(client: Client) -> None:
    answer = client.get("/feeds/contests/")
    assert answer.status_code == 200
    assert ElementTree.fromstring(answer.content).findall("atom:entry", ATOM) == []
    assert client.get("/feeds/contests/?page=2").status_code == 400
