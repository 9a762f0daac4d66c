"""Who may see a bot's private output: its owner and the operators."""

from arena.contests.models import MatchPlayer
from arena.errors import NotAllowed
from arena.submissions.permissions import Visitor, is_private_to


def may_see_log(visitor: Visitor, player: MatchPlayer) -> bool:
    return is_private_to(visitor, player.bot)


def require_log(visitor: Visitor, player: MatchPlayer) -> None:
    if not may_see_log(visitor, player):
        raise NotAllowed(f"What {player.bot} printed is private to {player.bot.owner.username}.")
