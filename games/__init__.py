"""The shared engine: games of the sevens behind one small interface.

game = games.load("saat-aath", preset="78", target=3)
state = game.start(seed="9f2c", board=0)
while state.to_act is not None:
    state.apply(state.legal_actions()[0])
state.places()
"""

from collections.abc import Mapping
from typing import Any

from games import registry
from games.core import Actions, Deal, Game, IllegalAction, InvalidAction, Rules, State, View
from games.options import GameMissing, OptionError, Options, OptionSpec, OptionValue, resolve

__all__ = [
    "Actions",
    "Deal",
    "Game",
    "GameMissing",
    "IllegalAction",
    "InvalidAction",
    "OptionError",
    "OptionSpec",
    "OptionValue",
    "Options",
    "Rules",
    "State",
    "View",
    "broken",
    "load",
    "names",
    "option_specs",
    "presets",
    "view_from_json",
]

names = registry.names
broken = registry.broken


def load(name: str, preset: str | None = None, **options: Any) -> Game:
    """A game with its options: the defaults, changed by the preset, changed by `options`. Raises OptionError."""
    rules = registry.find(name)
    if preset is not None and preset not in rules.presets:
        raise OptionError("preset", f"{preset!r} is no preset of {name}; it must be one of {', '.join(rules.presets)}")
    changes = rules.presets[preset] if preset is not None else {}
    return Game(rules, {**changes, **options})


def presets(name: str) -> dict[str, Options]:
    """All options of each preset of a game, the standard one first. Raises OptionError for an unknown game."""
    rules = registry.find(name)
    return {preset: resolve(rules.options, changes) for preset, changes in rules.presets.items()}


def option_specs(name: str) -> tuple[OptionSpec, ...]:
    """What options a game has and what each may be. Raises OptionError for an unknown game."""
    return registry.find(name).options


def view_from_json(game: Game, data: Mapping[str, Any]) -> View:
    """The view that `to_json` wrote. Raises ValueError, KeyError or TypeError where `data` is no view of this game."""
    return game.rules.view_from_json(game, data)
