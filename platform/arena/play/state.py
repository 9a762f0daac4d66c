"""A table's game as the engine sees it, and as the frames that one seat, or somebody who watches, may be sent."""

from collections.abc import Sequence
from typing import Any

from arena.play.models import Seat, Table
from games import Game, State, frames, scoring
from games.match import FORMAT


def state_of(table: Table, actions: Sequence[str] | None = None) -> State:
    """The game after the table's actions, or after some of them."""
    state = table.rules.start(table.seed, 0)
    for action in table.actions if actions is None else actions:
        state.apply(action)
    return state


def document(game: Game, state: State, seed: str, names: Sequence[str]) -> dict[str, Any]:
    """The game as a replay; without an end where it has none yet."""
    places = list(state.places()) if state.to_act is None else [1] * game.seats
    record = {"board": 0, "rotation": 0, "deals": state.deals, "places": places, "faults": []}
    return {
        "format": FORMAT,
        "game": game.name,
        "options": dict(game.options),
        "seed": seed,
        "players": list(names),
        "games": [record],
        "match_scores": scoring.match_scores([record], game.seats),
    }


def told(table: Table, names: Sequence[str], *, view: int, actions: Sequence[str] | None = None) -> list[Any]:
    """The frames so far that `view`, a seat or ONLOOKER, may see. They only ever grow at the end."""
    state = state_of(table, actions)
    all_frames = frames.frames(document(table.rules, state, table.seed, names), 0, view=view)
    return all_frames if state.to_act is None else all_frames[:-1]


def names_of(seats: Sequence[Seat]) -> list[str]:
    """By seat: a person's name, a computer's level. Of several that are the same each has a number."""
    return [seat.name or seat.level for seat in seats]


def match_of(table: Table, seats: Sequence[Seat]) -> dict[str, Any]:
    """What the table component must know of the game."""
    options = dict(table.rules.options)
    names = frames.player_names({"players": names_of(seats)})
    several = options.get("deals", options.get("rounds", 1)) != 1
    return {"game": table.game, "options": options, "names": names, "scored": several}
