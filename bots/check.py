"""The check of an upload: it loads, and plays a short match against `random`."""

from collections.abc import Callable
from dataclasses import dataclass

import games.match
import games.players
from bots.limits import Limits
from bots.player import LOAD_KINDS, BotPlayer
from bots.source import Source
from games.core import Game

SEED = "c4ec"  # the same deals for everybody
REASONS = {
    "syntax-error": "Python cannot read it",
    "import-error": "It imports what is not there (the standard library, games, bots and numpy are)",
    "no-bot-class": "There is no bot in it",
    "crash": "It crashed",
    "timeout": "It took too long",
    "malformed": "It returned an invalid answer",
    "illegal": "It chose an action that is not legal",
    "memory": "It needed too much memory",
    "output": "It printed too much",
}


@dataclass(frozen=True)
class Verdict:
    """`kind` is `ready` or a key of REASONS; `reason` says it in words; the bot's own traceback is in `log`."""

    ok: bool
    kind: str
    reason: str
    log: str
    note: str = ""  # what its author should know, passed or not; part of `reason`


class _FaultedError(Exception):
    pass


def check(source: Source, game: Game, limits: Limits, on_step: Callable[[str], None] | None = None) -> Verdict:
    """Raises HostFailure where it is not the bot that failed. `on_step` is told in words what is going on."""
    tell = on_step or (lambda step: None)
    bot = BotPlayer("the bot", source, game, number=0, seed=SEED, boards=1, limits=limits)
    others = [games.players.load("random", game, seed=f"{SEED}/{seat}") for seat in range(1, game.seats)]
    try:
        tell("loading")
        bot.start_game(0, 0)
        tell("playing against random")
        games.match.play(game, [bot, *others], seed=SEED, boards=1, on_game=lambda *_: _stop_at_fault(bot))
    except (games.match.Fault, _FaultedError):
        return _failed(bot, _note(source))
    finally:
        bot.close()
    note = _note(source)
    reason = f"It played {game.seats} games without a fault."
    return Verdict(True, "ready", f"{reason} {note}".strip(), bot.log.text(), note)


def _note(source: Source) -> str:
    names = source.shadowed
    if not names:
        return ""
    listed = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
    module = names[0].removesuffix(".py").removesuffix("/")
    return f"Note: {listed} in the zip is never imported, because `import {module}` finds the library's; rename it."


def _stop_at_fault(bot: BotPlayer) -> None:
    if bot.fault:
        raise _FaultedError


def _failed(bot: BotPlayer, note: str) -> Verdict:
    assert bot.fault is not None
    kind = bot.load_error or str(bot.fault.kind)
    when = " while it was loaded" if bot.load_error and kind not in LOAD_KINDS else ""
    return Verdict(False, kind, f"{REASONS[kind]}{when}: {bot.fault.detail}. {note}".strip(), bot.log.text(), note)
