"""Saat-Aath (7-8): two players, 30 cards, tricks won against a target of 7 or 8. Rules: docs/exact-rules.md."""

from games.core import Rules
from games.options import OptionSpec
from games.saat_aath.sample import sample
from games.saat_aath.state import State, start
from games.saat_aath.view import DELTA, Stack, View

__all__ = ["RULES", "Stack", "State", "View"]

RULES = Rules(
    name="saat-aath",
    title="Saat-Aath (7-8)",
    options=(
        OptionSpec(
            "sevens", "top", "7H and 7S are the highest trumps, or the lowest cards of their suits", ("top", "plain")
        ),
        OptionSpec(
            "reveal",
            "after_trick",
            "when the card under a played table card is turned up",
            ("after_trick", "at_once"),
        ),
        OptionSpec("winner_draws", False, "the winner of a deal draws cards from the loser in the next", (False, True)),
        OptionSpec(
            "scoring", "wins", "what a deal adds to the score: 1 for a win, or tricks minus target", ("wins", "margin")
        ),
        OptionSpec("deals", 1, "deals in a game; with a target, the most there can be", low=1, high=100),
        OptionSpec("target", None, "the game ends when a score reaches it", low=1, high=100, optional=True),
    ),
    presets={
        "classic": {},
        "plain-sevens": {"sevens": "plain"},
        "winner-draws": {"winner_draws": True, "deals": 6},
        "78": {"sevens": "plain", "reveal": "at_once", "scoring": "margin", "target": 5, "deals": 100},
    },
    seats=lambda options: 2,
    start=start,
    view_from_json=DELTA.from_json,
    delta=DELTA,
    sample=sample,
    players={
        "easy": "games.players.easy_saat_aath:Easy",
        "normal": "games.players.normal_saat_aath:Normal",
        "hard": "games.players.hard_saat_aath:Hard",
    },
)
