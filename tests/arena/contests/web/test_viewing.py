"""What the replay page lives on: frames, the text version, the download."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from arena.contests.matches import public_log
from games.frames import frames

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_contest: Any, play_all: Any) -> Any:
    contest = make_contest()
    play_all(contest)
    return contest.matches.get()


@pytest.fixture
def visitor() -> Client:
    return Client()


def document(match: Any) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(bytes(match.replay.data))
    return stored


def test_frames_are_the_engines(match: Any, visitor: Client) -> None:
    for query, view in (("", None), ("&view=1", 1)):
        told = visitor.get(f"/api/v1/matches/{match.pk}/frames/?game=1{query}").json()
        assert told == frames(document(match), 1, view=view)


def test_frames_are_sent_small(match: Any, visitor: Client) -> None:
    answer = visitor.get(f"/api/v1/matches/{match.pk}/frames/", headers={"accept-encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


@pytest.mark.parametrize(
    ("query", "status"), [("game=2", 404), ("game=x", 400), ("game=-1", 400), ("view=2", 404), ("view=9", 400)]
)
def test_frames_that_are_not_there(match: Any, visitor: Client, query: str, status: int) -> None:
    assert visitor.get(f"/api/v1/matches/{match.pk}/frames/?{query}").status_code == status
    assert visitor.get("/api/v1/matches/999999/frames/").status_code == 404


def test_the_page_and_its_text_version_name_players_and_games(match: Any, visitor: Client) -> None:
    page = visitor.get(f"/matches/{match.pk}/replay/").content.decode()
    words = visitor.get(f"/matches/{match.pk}/replay/text/?game=2").content.decode()
    for name in document(match)["players"]:
        assert name in page
        assert name in words
    assert words.count("<li>") >= len(document(match)["games"][1]["deals"][0]["actions"])
    for number, status in (("3", 404), ("0", 400), ("x", 400), ("-1", 400)):
        assert visitor.get(f"/matches/{match.pk}/replay/text/?game={number}").status_code == status


def test_people_read_games_boards_and_players_counted_from_one(match: Any, visitor: Client) -> None:
    page = visitor.get(f"/matches/{match.pk}/").content.decode()
    assert "game 1: board 1, rotation 1, places" in page
    assert "game 2: board 1, rotation 2, places" in page
    assert "player 1: " in page
    assert "game 0" not in page
    words = visitor.get(f"/matches/{match.pk}/replay/text/").content.decode()
    assert f"Match {match.number} of {match.contest}" in words
    assert '<a href="?game=1"' in words
    assert 'replay/#game=1"' in words
    assert visitor.get(f"/api/v1/matches/{match.pk}/frames/?game=0").status_code == 200, "the API counts from 0"


def test_the_log_tells_faults_counted_from_one() -> None:
    document = json.loads((Path(__file__).parents[3] / "vectors" / "21-stand-ins.replay.json").read_text())
    number, game = next((number, game) for number, game in enumerate(document["games"]) if game["faults"])
    fault = game["faults"][0]
    log = "\n".join(public_log.games(document))
    where = f"player {fault['player'] + 1}, {fault['kind']}, deal {fault['deal'] + 1} after"
    assert log.partition(f"game {number + 1}:")[2].splitlines()[1].startswith(f"  fault: {where}")


def test_the_download_is_the_stored_bytes(match: Any, visitor: Client) -> None:
    answer = visitor.get(f"/matches/{match.pk}/replay/download/")
    assert answer.content == bytes(match.replay.data)
    assert "attachment" in answer.headers["Content-Disposition"]


def test_a_match_not_played_has_no_replay(make_contest: Any, visitor: Client) -> None:
    match = make_contest().matches.get()
    assert visitor.get(f"/matches/{match.pk}/replay/").status_code == 404
