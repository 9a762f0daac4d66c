"""How much stronger each built-in player is than the next: match scores with 95 % intervals over boards.

Sizes come from the environment: `STRENGTH_BOARDS=50 python -m bench strength`.
"""

import math
import os
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import games
from bench.measure import Result
from games import match, players
from games.core import Game, View
from games.scoring import match_scores

LADDER = ("random", "easy", "normal", "hard")
SETTINGS = (("saat-aath", "classic"), ("saat-aath", "78"), ("badam-satti", "standard"))
BOARDS = int(os.environ.get("STRENGTH_BOARDS", "200"))


@dataclass(frozen=True)
class Strength:
    """`player` at one seat, `against` at every other: its match score (0 to 1), and the ends of the 95 % interval."""

    score: float
    low: float
    high: float
    cpu_per_action: float  # seconds, of `player`


def run() -> Iterator[Result]:
    for name, preset in SETTINGS:
        game = games.load(name, preset)
        for against, player in pairwise(LADDER):
            found = measure(game, player, against, BOARDS)
            label = f"{player} against {against}, {name} {preset}"
            yield Result(label, found.score, "match score")
            yield Result("  95 % interval from", found.low, "match score")
            yield Result("  to", found.high, "match score")


def measure(game: Game, player: str, against: str, boards: int, seed: str = "57e6") -> Strength:
    """Play `boards` boards (two at least), each in all rotations; boards are the independent samples."""
    clocked = _Clocked(players.load(player, game, seed=seed))
    others = [players.load(against, game, seed=f"{seed}/{seat}") for seat in range(1, game.seats)]
    played = match.play(game, [clocked, *others], seed=seed, boards=boards)["games"]
    n = game.seats
    scores = [match_scores(played[first : first + n], n)[0] for first in range(0, boards * n, n)]
    mean = statistics.fmean(scores)
    half = 1.96 * statistics.stdev(scores) / math.sqrt(boards)
    return Strength(mean, mean - half, mean + half, clocked.seconds / max(1, clocked.actions))


class _Clocked:
    """A player whose CPU time is taken."""

    def __init__(self, player: match.Player) -> None:
        self.player = player
        self.name = player.name
        self.seconds = 0.0
        self.actions = 0

    def act(self, view: View) -> str:
        start = time.process_time()
        action = self.player.act(view)
        self.seconds += time.process_time() - start
        self.actions += 1
        return action

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)
