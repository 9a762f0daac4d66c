"""Matches between bots and built-in players."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import games.match
import games.players
from bots.errors import HostFailure
from bots.limits import Limits
from bots.log import Mark
from bots.player import BotPlayer
from bots.sandbox import report
from bots.sandbox.jail import Jail
from bots.source import Source
from games.core import Game


@dataclass(frozen=True)
class Entrant:
    """Who plays: a built-in player by name, or an upload. `name` is what the replay calls it."""

    name: str
    builtin: str | None = None
    source: Source | None = None

    def __post_init__(self) -> None:
        if (self.builtin is None) == (self.source is None):
            raise ValueError(f"entrant {self.name!r} must have either a built-in player or a source")


@dataclass(frozen=True)
class Outcome:
    """The replay; for each player its log, what of that was printed when, and its CPU seconds (built-in ones have
    none); remarks of the runner."""

    replay: dict[str, Any]
    logs: list[str]
    cpu_seconds: list[float]
    notes: list[str]
    marks: list[list[Mark]]


def run_match(
    game: Game,
    entrants: Sequence[Entrant],
    *,
    seed: str,
    boards: int,
    limits: Limits,
    on_game: Callable[[int, int], None] | None = None,
    place: Callable[[], Jail] = report.trusted,
) -> Outcome:
    """Play a match: sources in the sandbox, built-in players in this process.

    Raises HostFailure, and the match is void, for every failure that is no bot's own. What `on_game` raises passes.
    `place`: the jail that sources run in; another than this process's own is for trying a jail.
    """
    interrupt: list[BaseException] = []

    def report(number: int, total: int) -> None:
        try:
            if on_game:
                on_game(number, total)
        except BaseException as error:
            interrupt.append(error)
            raise

    players: list[games.match.Player] = []
    try:
        for number, entrant in enumerate(entrants):
            players.append(_player(game, entrant, number, seed=seed, boards=boards, limits=limits, place=place))
        replay = games.match.play(game, players, seed=seed, boards=boards, on_game=report)
    except HostFailure:
        raise
    except Exception as error:
        if error in interrupt:
            raise
        raise HostFailure(f"the match could not be played: {type(error).__name__}: {error}") from error
    finally:
        for player in players:
            if isinstance(player, BotPlayer):
                player.kill()  # all of them, before the wait for the first
        for player in players:
            player.close()
    bots = [player if isinstance(player, BotPlayer) else None for player in players]
    return Outcome(
        replay=replay,
        logs=[bot.log.text() if bot else "" for bot in bots],
        cpu_seconds=[bot.cpu_seconds if bot else 0.0 for bot in bots],
        notes=[f"{bot.name}: {bot.fault}" for bot in bots if bot and bot.fault],
        marks=[bot.log.marks() if bot else [] for bot in bots],
    )


def _player(
    game: Game,
    entrant: Entrant,
    number: int,
    *,
    seed: str,
    boards: int,
    limits: Limits,
    place: Callable[[], Jail],
) -> games.match.Player:
    if entrant.source is not None:
        return BotPlayer(
            entrant.name, entrant.source, game, number=number, seed=seed, boards=boards, limits=limits, place=place
        )
    assert entrant.builtin is not None
    player = games.players.load(entrant.builtin, game, seed=f"{seed}/bot/{number}")
    player.name = entrant.name
    return player
