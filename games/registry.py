"""The one table of games. Packages from outside add theirs through the entry-point group `satti.games`."""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from games.options import OptionError

if TYPE_CHECKING:
    from games.core import Rules

_GAMES = {
    "saat-aath": "games.saat_aath",
    "badam-satti": "games.badam_satti",
}


def names() -> tuple[str, ...]:
    """Every game: our own, then those of other packages."""
    return (*_GAMES, *sorted(entry.name for entry in entry_points(group="satti.games") if entry.name not in _GAMES))


@cache
def find(name: str) -> "Rules":
    """The rules of a game. Raises OptionError for an unknown one."""
    rules: Rules
    if name in _GAMES:
        rules = import_module(_GAMES[name]).RULES
        return rules
    for entry in entry_points(group="satti.games"):
        if entry.name == name:
            rules = entry.load()
            return rules
    raise OptionError("game", f"{name!r} is not a game; it must be one of {', '.join(names())}")
