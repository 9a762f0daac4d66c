"""The table in words and plain forms, for browsers without JavaScript."""

from collections.abc import Sequence
from typing import Any

from arena.play.models import Seat, Table
from arena.play.state import names_of, state_of
from games import frames
from games.pictures import pretty

SUITS = {"S": "Hukum (spades)", "H": "Badam (hearts)", "D": "Itta (diamonds)", "C": "Chidi (clubs)"}
STEPS = 12  # that are told


def describe(table: Table, seats: Sequence[Seat], seat: Seat | None, told: Sequence[Any]) -> dict[str, Any]:
    """What the template shows: the last steps, the table, the own hand, and a choice for each legal action."""
    if not told:
        return {"steps": [], "seats": [], "choices": [], "over": False}
    frame = told[-1]
    names = frames.player_names({"players": names_of(seats)})
    number = seat.number if seat else None
    mine = seat is not None and frame["to_act"] == seat.number
    legal = state_of(table).legal_actions() if mine else ()
    held = frame["hands"][number] if number is not None and frame["hands"] else []
    return {
        "step": len(told) - 1,
        "steps": [step["text"] for step in told[-STEPS:]],
        "seats": [_seat(frame, at, names[at], at == number) for at in range(len(seats))],
        "trumps": SUITS.get(frame.get("trumps") or "", ""),
        "trick": [(names[at], pretty(card)) for at, card in frame.get("trick", [])],
        "rows": [" ".join(map(pretty, row)) for row in frame.get("rows", {}).values() if row],
        "hand": [(card, pretty(card), card in legal) for card in held if card],
        "mine": mine,
        "turn": names[frame["to_act"]] if frame["to_act"] is not None else "",
        "choices": [(action, _words(action)) for action in legal],
        "many": len(legal) > 20,
        "over": frame["kind"] == "result",
        "result": " ".join(str(at) for at, place in enumerate(frame["places"] or []) if place == 1),
    }


def _seat(frame: Any, at: int, name: str, own: bool) -> dict[str, Any]:
    piles = frame["stacks"][at] if "stacks" in frame else []
    stacks = [[pretty(card) if card else "closed card" for card in stack["cards"]] for stack in piles]
    return {
        "number": at,
        "name": "You" if own else name,
        "cards": len(frame["hands"][at]) if frame["hands"] else 0,
        "stacks": [", then ".join(reversed(stack)) for stack in stacks if stack],
        "tricks": frame["tricks"][at] if "tricks" in frame else None,
        "target": frame["targets"][at] if "targets" in frame else None,
        "score": frame["scores"][at],
    }


def _words(action: str) -> str:
    word, *rest = action.split(" ")
    if len(action) == 1:
        return f"Call {SUITS[action]}"
    if word == "arrange":
        return " ".join(map(pretty, rest))
    if word == "draw":
        return f"Draw card {int(rest[0]) + 1}"
    if word == "give":
        return f"Give {pretty(rest[0])}"
    return pretty(action) if action[-1] in "CDHS" and len(action) == 2 else action
