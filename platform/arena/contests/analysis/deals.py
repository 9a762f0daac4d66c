"""The deals of a replay document, and what the solver says of one. Pure: no database, no clock."""

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import games
from games import solver

Values = list[dict[str, int] | None]


class Where(NamedTuple):
    """A deal of a match: the game's number, and the deal's in it, both from 0."""

    game: int
    deal: int


def has_solver(game: str) -> bool:
    return game == solver.GAME


def complete(document: Mapping[str, Any]) -> list[Where]:
    """The deals that were played to their end: one that a fault cut short has no result and would count for less."""
    return [
        Where(number, index)
        for number, game in enumerate(document["games"])
        for index, deal in enumerate(game["deals"])
        if "scores" in deal
    ]


def exists(document: Mapping[str, Any], where: Where) -> bool:
    return where.game < len(document["games"]) and where.deal < len(document["games"][where.game]["deals"])


def price(document: Mapping[str, Any], where: Where) -> Values:
    """For each action of the deal the tricks that every legal action would have led to, for the seat that acted; None
    for the draws."""
    deal = document["games"][where.game]["deals"][where.deal]
    return solver.price(games.load(document["game"], **document["options"]), deal)


def tricks_lost(document: Mapping[str, Any], where: Where, values: Values) -> list[int]:
    """By player of the match, the tricks that the actions of the deal cost compared with the best ones."""
    game = document["games"][where.game]
    players = len(document["players"])
    lost = [0] * players
    for (seat, action), answers in zip(game["deals"][where.deal]["actions"], values, strict=True):
        if answers is not None:
            lost[(seat - game["rotation"]) % players] += max(answers.values()) - answers[action]
    return lost


def compact(values: Values) -> str:
    return json.dumps(values, separators=(",", ":"))
