"""{{ bot.game|game_title }}: the name that people use for a game."""

from django import template

import games

register = template.Library()


@register.filter
def game_title(name: str) -> str:
    """The title of the game; the bare name for a game that is no longer installed."""
    return games.load(name).title if name in games.names() else name
