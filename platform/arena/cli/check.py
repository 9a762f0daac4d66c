"""`satti check`: what the site does with an upload, here."""

from pathlib import Path
from typing import Annotated

import typer

import bots
from arena.cli.common import GameName, Negative, Options, Preset, load_game, read_source


def check(
    bot: Annotated[Path, typer.Argument(metavar="BOT", help="A bot's file: .py, or a .zip with bot.py at its root.")],
    game: GameName,
    preset: Preset = None,
    options: Options = [],  # noqa: B006 - typer's way to say "none"
) -> None:
    """Check a bot as the site does: load it, then play a short match against `random`. Exit code 1 if it fails."""
    rules = load_game(game, preset, options)
    source = read_source(bot)
    try:
        verdict = bots.check(source, rules, bots.Limits())
    except (bots.SandboxMissing, bots.HostFailure) as error:
        raise Negative(f"not checked: {error}") from error
    if log := verdict.log.strip():
        print(log)
    if not verdict.ok:
        raise Negative(f"{bot}: {verdict.kind}: {verdict.reason}")
    print(f"{bot}: {verdict.kind}")
    if verdict.note:
        print(verdict.note)
