"""What each card of a deal would have won with all cards known: the solver's answers, kept, and one deal at a time.

A deal costs a processor one to three seconds, so the answers are cached, and while one is worked out others wait.
"""

import json
from typing import Any

from django.core.cache import cache

import games
from arena.cache import one_at_a_time
from arena.contests.models import Replay
from games.solver import price

Worth = list[dict[str, int] | None]
KEEP_SECONDS = 7 * 24 * 3600
LONGEST = 30  # seconds


def of_deal(stored: Replay, game_number: int, deal_number: int) -> Worth:
    """For each action of the deal the tricks that every legal action would have led to, for the seat that acted; None
    for the draws. Raises Busy, and LookupError where there is no such deal or the game has no solver."""
    document: dict[str, Any] = json.loads(bytes(stored.data))
    if document["game"] != "saat-aath":
        raise LookupError(f"{document['game']} has no solver")
    try:
        deal = document["games"][game_number]["deals"][deal_number]
    except IndexError:
        raise LookupError(f"there is no deal {deal_number} in a game {game_number}") from None
    key = f"worth:{stored.sha256}:{game_number}:{deal_number}"
    known: Worth | None = cache.get(key)
    if known is not None:
        return known
    with one_at_a_time("worth", LONGEST):
        answers = price(games.load(document["game"], **document["options"]), deal)
    cache.set(key, answers, KEEP_SECONDS)
    return answers
