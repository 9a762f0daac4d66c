"""What several commands share: errors, files, games by name, entrants."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.exceptions import TyperException

import bots
import bots.source
import games
import games.players

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


def _bot_name(path: Path) -> str:
    return path.absolute().parent.name if path.stem == "bot" else path.stem
