"""What is rated: one rule, for the site and for `satti verify`."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from bots.limits import Limits

STANDARD = Limits()
"""A rating is of a bot that may use at least these limits. Under tighter ones, time-outs instead of play would decide
it, and an organiser could choose them against somebody's bot."""

WHOLE, BY_PAIRS = "elo/1", "elo/2"
"""Rules by which a match's players are rated. `elo/1`: every pair, or none where two players are of one owner. `elo/2`:
the pairs of different owners who agreed to it."""
RULES = (WHOLE, BY_PAIRS)
RULE = BY_PAIRS
"""That of contests which start now."""

OWNER, SETTING, HOUSE = "owner", "setting", "house"
"""How an entrant's owner agreed to be rated in a contest: by entering it, by the bot's setting for contests of others,
or as the house, for so many boards per bot and day. "" where the owner did not agree."""
CONSENTS = ("", OWNER, SETTING, HOUSE)

Pair = tuple[int, int]
"""Two players of a match, by their places in it, from 0, the lower one first."""


class Player(NamedTuple):
    """Who owns it, "" for the house's bots, which are nobody's; and how the owner agreed to be rated."""

    owner: str
    consent: str


def why_unrated(preset: str, action_seconds: float, memory_mb: int) -> str:
    """Why no match of a contest is rated, as the end of a sentence; "" where those of different owners are."""
    if not preset:
        return "the options are no preset's"
    if action_seconds < STANDARD.action_seconds:
        return f"the CPU time per action, {action_seconds:g} s, is below the standard {STANDARD.action_seconds:g} s"
    if memory_mb < STANDARD.memory_mb:
        return f"the memory, {memory_mb} MB, is below the standard {STANDARD.memory_mb} MB"
    return ""


def all_pairs(players: int) -> tuple[Pair, ...]:
    return tuple(combinations(range(players), 2))


def rated_pairs(rule: str, players: Sequence[Player]) -> tuple[Pair, ...]:
    """The pairs that count, in order, but for the house's limit of boards (`limited_pairs`)."""
    pairs = all_pairs(len(players))
    if rule == WHOLE:
        return () if any(_kin(players, pair) for pair in pairs) else pairs
    return tuple(
        pair for pair in pairs if not _kin(players, pair) and all(players[player].consent for player in pair)
    )


def limited_pairs(players: Sequence[Player], pairs: Sequence[Pair]) -> dict[Pair, tuple[int, ...]]:
    """Of these pairs those with a bot of the house whose boards are limited, and whose limit each uses up: that of the
    bot which plays against the house, or of both where both are the house's."""
    found = {}
    for pair in pairs:
        if any(players[player].consent == HOUSE for player in pair):
            found[pair] = tuple(player for player in pair if players[player].owner) or pair
    return found


def _kin(players: Sequence[Player], pair: Pair) -> bool:
    first, second = (players[player].owner for player in pair)
    return first == second != ""
