"""What bots printed during the moves of a game, for those who may see it."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from arena.contests.matches.log_access import may_see_log
from arena.contests.models import Match, MatchPlayer
from arena.submissions.permissions import Visitor


def readable(visitor: Visitor, match: Match) -> list[MatchPlayer]:
    """The players whose output this visitor may see, built-in ones left out. Their logs are not loaded yet."""
    players = match.players.select_related("bot__owner").defer("log", "log_marks").order_by("number")
    return [player for player in players if not player.bot.builtin and may_see_log(visitor, player)]


def entries(players: Iterable[MatchPlayer], game: int) -> list[dict[str, Any]]:
    """In order of each player's output: `deal` and `action` as in frames (null at the game's start and end), `player`,
    `stream` (stdout, stderr, or runner for the lines of the platform), `text`."""
    return [entry for player in players for entry in _of(player, game)]


def _of(player: MatchPlayer, game: int) -> Iterator[dict[str, Any]]:
    marks = [*player.log_marks, [len(player.log), None, None, None, ""]]
    for (start, number, deal, action, stream), (end, *_) in pairwise(marks):
        if number == game and end > start:
            text = player.log[start:end]
            yield {"deal": deal, "action": action, "player": player.number, "stream": stream, "text": text}
