"""The one table of games. Packages from outside add theirs through the entry-point group `satti.games`.

A game of another package that cannot be imported, or is not what it says, is left out and harms nothing else.
"""

import json
import re
from collections import Counter
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any

from games.options import GameMissing

if TYPE_CHECKING:
    from games.core import Rules

GROUP = "satti.games"
_GAMES = {
    "saat-aath": "games.saat_aath",
    "badam-satti": "games.badam_satti",
}
_NAME = re.compile("[a-z0-9][a-z0-9-]{0,39}")  # it stands in addresses and in the database


def names() -> tuple[str, ...]:
    """Every game that can be played: our own, then those of other packages."""
    return (*_GAMES, *sorted(_outside()[0]))


def broken() -> dict[str, str]:
    """The games of other packages that cannot be played, each with the reason, for whoever installed them."""
    return dict(_outside()[1])


@cache
def find(name: str) -> "Rules":
    """The rules of a game. Raises GameMissing for one that is unknown or broken."""
    if name in _GAMES:
        rules: Rules = import_module(_GAMES[name]).RULES
        return rules
    found, failed = _outside()
    if name in found:
        return found[name]
    if name in failed:
        raise GameMissing(f"{name} cannot be played here, because its package is broken: {failed[name]}")
    raise GameMissing(f"{name!r} is not a game; it must be one of {', '.join(names())}")


@cache
def _outside() -> "tuple[dict[str, Rules], dict[str, str]]":
    """The games of other packages by name, and the reasons why there are no more."""
    found: dict[str, Rules] = {}
    failed: dict[str, str] = {}
    entries = entry_points(group=GROUP)
    count = Counter(entry.name for entry in entries)
    for entry in entries:
        try:
            if entry.name in _GAMES or count[entry.name] > 1:
                raise ValueError("more than one package has a game of this name")
            found[entry.name] = _checked(entry, entry.load())
        except (Exception, SystemExit) as error:  # the code of others: anything may happen
            failed[entry.name] = f"{type(error).__name__}: {error}"[:300]
    return found, failed


def _checked(entry: EntryPoint, rules: Any) -> "Rules":
    """The rules, tried as far as every part of the site relies on them: named, presets that load, a view that is told.
    Raises whatever is wrong. Whether the game keeps to its interface altogether says games.checks."""
    core = import_module("games.core")  # which imports this
    if not isinstance(rules, core.Rules):
        raise TypeError(f"{entry.value} is a {type(rules).__name__}, not a games.Rules")
    checked: Rules = rules
    if checked.name != entry.name:
        raise ValueError(f"{entry.value} calls itself {checked.name!r}, its entry point {entry.name!r}")
    for name in (checked.name, *checked.presets):
        if not _NAME.fullmatch(name):
            raise ValueError(f"the name {name!r} must be 1 to 40 of a-z, 0-9 and -")
    if not checked.presets or not isinstance(checked.title, str):
        raise ValueError("it needs a title and at least one preset")
    for changes in checked.presets.values():
        game = core.Game(checked, changes)
        view = game.start("0", 0).view(0)
        checked.view_from_json(game, json.loads(json.dumps(view.to_json())))
    return checked
