"""Which bots are wanted: one rule for the page and the API."""

from django.db.models import Q, QuerySet

import games
from arena.accounts.models import User
from arena.submissions.models import Bot

MOST_WORDS = 10


def game_choices() -> list[tuple[str, str]]:
    return [(name, games.load(name).title) for name in games.names()]


def bots_like(
    bots: QuerySet[Bot],
    *,
    search: str = "",
    game: str = "",
    owner: User | None = None,
    ready: bool | None = None,
    retired: bool | None = None,
) -> QuerySet[Bot]:
    """Every word of `search` occurs in the bot's or its owner's name; owner/name works too. What is empty or None does
    not matter."""
    for word in search.lower().replace("/", " ").split()[:MOST_WORDS]:
        bots = bots.filter(Q(name__contains=word) | Q(owner__username__contains=word))
    if game:
        bots = bots.filter(game=game)
    if owner is not None:
        bots = bots.filter(owner=owner)
    if ready is not None:
        bots = bots.filter(ready_number__isnull=not ready)  # type: ignore[misc]  # an annotation
    if retired is not None:
        bots = bots.filter(retired_at__isnull=not retired)
    return bots
