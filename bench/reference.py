"""A fixed yardstick: the sandbox's messages of version 1. It is frozen; faster messages are measured against it.

Each view was written whole as JSON, read on the other side, and made again from that; the answer likewise.
"""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

from games import Game
from games.saat_aath import Stack, View

SHAPES = ({"n": int, "action": str}, {"n": int, "done": bool}, {"n": int, "error": str, "reason": str})
_USUAL = re.compile(rb'{"n":([1-9][0-9]{0,8}),"action":"([0-9A-Za-z ]*)"}').fullmatch
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


def exchange(game: Game, view: View, act: Callable[[View], str]) -> str:
    """Ask `act` as runner and bot did, by messages that both write and read, and return its action."""
    question = encode({"n": 1, "type": "act", "view": view_to_json(view)})
    answer = encode({"n": 1, **_handle(game, json.loads(question), act)})
    action: str = decode(answer.rstrip(b"\n"))["action"]
    return action


def _handle(game: Game, question: dict[str, Any], act: Callable[[View], str]) -> dict[str, Any]:
    if question["type"] == "act":
        action = act(view_from_json(game, question["view"]))
        if not issubclass(type(action), str):
            raise TypeError("act returned no string")
        action = str.__str__(action)
        if len(action) > 200:
            raise ValueError("act returned too long a string")
        return {"action": action}
    return {"done": True}


def encode(message: Any) -> bytes:
    return (_encode(message) + "\n").encode()


def decode(line: bytes) -> dict[str, Any]:
    usual = _USUAL(line)
    if usual:
        return {"n": int(usual[1]), "action": usual[2].decode()}
    value = json.loads(line.decode())
    if type(value) is not dict or {key: type(item) for key, item in value.items()} not in SHAPES:
        raise ValueError("the answer is JSON, but of no agreed shape")
    return value


def view_to_json(view: View) -> dict[str, Any]:
    return {
        "seat": view.seat,
        "to_act": view.to_act,
        "legal_actions": list(view.legal_actions),
        "deal": view.deal,
        "dealer": view.dealer,
        "trumps": view.trumps,
        "hand": list(view.hand),
        "stacks": [[[top, closed, list(played)] for top, closed, played in stacks] for stacks in view.stacks],
        "trick": list(map(list, view.trick)),
        "tricks": list(view.tricks),
        "scores": list(view.scores),
        "drawer": view.drawer,
        "draws_left": view.draws_left,
        "drawn": list(view.drawn),
        "opponent_cards": view.opponent_cards,
        "opponent_known": list(view.opponent_known),
        "history": list(map(list, view.history)),
    }


def view_from_json(game: Game, data: Mapping[str, Any]) -> View:
    return View(
        game=game,
        seat=data["seat"],
        to_act=data["to_act"],
        legal_actions=tuple(data["legal_actions"]),
        deal=data["deal"],
        dealer=data["dealer"],
        trumps=data["trumps"],
        hand=tuple(data["hand"]),
        stacks=tuple(
            [tuple([Stack(top, closed, tuple(played)) for top, closed, played in stacks]) for stacks in data["stacks"]]
        ),
        trick=tuple(map(tuple, data["trick"])),
        tricks=tuple(data["tricks"]),
        scores=tuple(data["scores"]),
        drawer=data["drawer"],
        draws_left=data["draws_left"],
        drawn=tuple(data["drawn"]),
        opponent_cards=data["opponent_cards"],
        opponent_known=tuple(data["opponent_known"]),
        history=tuple(map(tuple, data["history"])),
    )
