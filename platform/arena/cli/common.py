"""What several commands share: errors, files, games by name, entrants."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

import bots
import bots.source
import games
import games.players
from bots.log import safe
from games.frames import player_names

GameName = Annotated[str, typer.Option("--game", "-g", metavar="GAME", help=f"One of {', '.join(games.names())}.")]
Preset = Annotated[str | None, typer.Option("--preset", help="A named set of options.")]
Options = Annotated[list[str], typer.Option("--set", metavar="OPTION=VALUE", help="One option; repeatable.")]

BUILTIN = "builtin/"


class Misused(TyperException):
    """The command line asks for what cannot be."""

    exit_code = 2


class Negative(TyperException):
    """The answer is no."""

    exit_code = 1


class Unproven(TyperException):
    """Nothing is wrong, but not everything that is said is proven."""

    exit_code = 3


def read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Misused(f"{path}: {error.strerror}") from error


def write_file(path: Path, data: bytes) -> None:
    try:
        path.write_bytes(data)
    except OSError as error:
        raise Negative(f"{path}: {error.strerror}") from error


def load_game(name: str, preset: str | None, settings: Iterable[str]) -> games.Game:
    try:
        return games.load(name, preset=preset, **dict(map(_setting, settings)))
    except ValueError as error:
        raise Misused(str(error)) from error


def _setting(text: str) -> tuple[str, Any]:
    name, sign, value = text.partition("=")
    if not sign or not name.isidentifier():
        raise Misused(f"--set {text}: write OPTION=VALUE, such as --set deals=3")
    try:
        return name, json.loads({"none": "null"}.get(value.lower(), value.lower()))
    except ValueError:
        return name, value


def entrants(words: Sequence[str], game: games.Game) -> list[bots.Entrant]:
    """The words of the command line as players, each with a name of its own: bots from files of the same name are told
    apart by the folders around them, and what is the same player twice is numbered."""
    found = [entrant(word, game) for word in words]
    files = [None if word.startswith(BUILTIN) else Path(word).absolute() for word in words]
    names = [player.name for player in found]
    for folders in range(1, max(len(file.parts) if file else 0 for file in files)):
        for name in {name for name in names if names.count(name) > 1}:
            same = [number for number, other in enumerate(names) if other == name]
            if len({files[number] for number in same}) > 1:
                for number in same:
                    file = files[number]
                    names[number] = _bot_name(file, folders) if file else name
    return [replace(player, name=name) for player, name in zip(found, player_names({"players": names}), strict=True)]


def entrant(word: str, game: games.Game) -> bots.Entrant:
    """A word of the command line as a player: `builtin/NAME`, or the path of a bot's file."""
    if word.startswith(BUILTIN):
        name = word.removeprefix(BUILTIN)
        if name not in (known := games.players.names(game.name)):
            raise Misused(f"{word}: the built-in players of {game.name} are {', '.join(BUILTIN + n for n in known)}")
        return bots.Entrant(name=word, builtin=name)
    path = Path(word)
    return bots.Entrant(name=_bot_name(path), source=read_source(path))


def read_source(path: Path) -> bots.source.Source:
    try:
        return bots.source.read(read_file(path), path.name)
    except bots.source.SourceError as error:
        raise Negative(f"{path}: {error.verdict}: {error.reason}") from error


def _bot_name(path: Path, folders: int = 0) -> str:
    """Its file's name, or its folder's where it is called bot.py, after the names of so many folders around."""
    path = path.absolute()
    named = path.parent if path.stem == "bot" else path.with_suffix("")
    return safe("/".join(named.parts[1:][-1 - folders :])).replace("\n", "\ufffd") or "bot"
