"""What a bot printed during each move, for its owner and operators."""

import json
from typing import Any

import pytest
from django.test import Client

from arena.contests.models import MatchPlayer
from arena.contests.operations.account_deletion import delete_account
from arena.submissions.models import Bot

pytestmark = pytest.mark.django_db

TALKER = b"""
import sys

class Bot:
    moves = 0

    def __init__(self, match):
        print("ready")

    def act(self, view):
        Bot.moves += 1
        print(f"deal {view.deal}, {len(view.history)} before")
        if len(view.history) == 2 or len(view.history) == 3:
            print("in doubt", file=sys.stderr)
        if Bot.moves == 20:
            raise RuntimeError("lost")
        return view.legal_actions[0]

    def game_over(self, result):
        print("over")
"""


@pytest.fixture
def played(making: Any, owner: Any, stranger: Any, play_all: Any, make_contest: Any) -> Any:
    talker = making.bot("talker", owner, builtin="")
    talker.versions.update(source=TALKER, filename="bot.py", size=len(TALKER))
    contest = make_contest(bots=[talker, making.bot("quiet", stranger)], boards=2)
    play_all(contest)
    return contest.matches.get()


def test_each_entry_belongs_to_a_move_of_its_bot(played: Any, client: Client, owner: Any) -> None:
    client.force_login(owner)
    document = json.loads(bytes(played.replay.data))
    number = played.players.get(bot__name="talker").number
    seen = []
    for game, record in enumerate(document["games"]):
        answer = client.get(f"/api/v1/matches/{played.pk}/log/moves/?game={game}")
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-store")
        entries = answer.json()["entries"]
        seen += entries
        assert {entry["player"] for entry in entries} <= {number}
        actions = record["deals"][0]["actions"] if record["deals"] else []
        seat = (number + record["rotation"]) % 2
        for entry in entries:
            if entry["stream"] == "stdout" and entry["action"] is not None:
                assert entry["text"] == f"deal 0, {entry['action']} before\n"
        moves = {entry["action"] for entry in entries if entry["action"] is not None}
        fault = {one["action"] for one in record["faults"]}
        assert moves == {at for at, (who, _) in enumerate(actions) if who == seat} | fault
        if fault:
            texts = [entry["text"] for entry in entries if {entry["action"]} == fault]
            assert any("RuntimeError: lost" in text for text in texts)
            assert any(entry["stream"] == "runner" and "fault: crash" in entry["text"] for entry in entries)
        doubts = [entry for entry in entries if entry["text"] == "in doubt\n"]
        assert {(entry["stream"], entry["action"] in (2, 3)) for entry in doubts} <= {("stderr", True)}
    assert any(entry["text"] == "in doubt\n" for entry in seen)
    assert any(entry["text"] == "ready\n" and (entry["deal"], entry["action"]) == (0, None) for entry in seen)
    assert any(entry["text"] == "over\n" and (entry["deal"], entry["action"]) == (None, None) for entry in seen)
    player = played.players.get(number=number)
    assert "".join(entry["text"] for entry in seen) == player.log


def test_only_its_owner_and_operators_see_it(
    played: Any, client: Client, owner: Any, stranger: Any, operator: Any
) -> None:
    address, page = f"/api/v1/matches/{played.pk}/log/moves/", f"/matches/{played.pk}/replay/"
    for user, status, tab in ((None, 401, False), (stranger, 403, False), (owner, 200, True), (operator, 200, True)):
        if user:
            client.force_login(user)
        answer = client.get(address)
        assert answer.status_code == status, user
        assert ("ready" in answer.content.decode()) == tab
        assert (f'data-log="{address}"' in client.get(page).content.decode()) == tab
        client.logout()
    client.force_login(owner)
    assert client.get(f"{address}?game=99").json() == {"entries": []}
    assert client.get(f"{address}?game=-1").status_code == 400
    MatchPlayer.objects.update(log_marks=[])
    assert "data-log" not in client.get(page).content.decode(), "it was played before moves were recorded"


def test_nothing_of_it_outlives_the_log(played: Any, owner: Any) -> None:
    assert Bot.objects.get(name="talker").played.exclude(log_marks=[]).exists()
    delete_account(user=owner)
    assert not MatchPlayer.objects.exclude(log="", log_marks=[]).exists()
