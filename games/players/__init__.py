"""The built-in players, by name."""

from importlib import import_module

from games import registry
from games.core import Game
from games.players.base import BuiltIn

_EVERY_GAME = {"random": "games.players.random:Random"}


def names(game_name: str) -> tuple[str, ...]:
    """The built-in players of a game, the weakest first. Raises OptionError for an unknown game."""
    return (*_EVERY_GAME, *registry.find(game_name).players)


def load(name: str, game: Game, *, seed: str | int = 0) -> BuiltIn:
    """A built-in player; the same seed plays the same. Raises ValueError for a name that does not exist."""
    table = {**_EVERY_GAME, **game.rules.players}
    if name not in table:
        raise ValueError(f"{name!r} is not a built-in player of {game.name}; they are {', '.join(table)}")
    module, _, attribute = table[name].partition(":")
    player: type[BuiltIn] = getattr(import_module(module), attribute)
    return player(name, game, seed)
