"""What the built-in players cost: CPU time per action, against the default limit of a bot."""

from collections.abc import Iterator

import games
from bench.measure import Result
from bench.strength import LADDER, SETTINGS, measure
from bots import Limits

BOARDS = 4


def run() -> Iterator[Result]:
    limit = Limits().action_seconds
    for name, preset in SETTINGS:
        game = games.load(name, preset)
        for player in LADDER:
            taken = measure(game, player, "easy", BOARDS).cpu_per_action
            label = f"{player} at {name} {preset}"
            yield Result(label, taken * 1000, "ms/action", "below the default limit", limit * 1000, limit / taken)
