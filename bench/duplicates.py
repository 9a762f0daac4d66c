"""By how much duplicate boards narrow an interval: real games of built-in players, at equal numbers of games.

A duplicate board is its deal played in every rotation of the seats. Against it stands the same number of games with a
fresh deal each, the seats still taking turns: its variance is that of one game with the seat held fast. Both are
measured on the same games, so their ratio is the factor itself and hardly depends on who plays.
"""

import math
import statistics
from collections.abc import Iterator
from dataclasses import dataclass

import games
from bench.measure import Result
from games import match, players

SETTINGS = (
    ("saat-aath", "classic", ("easy", "random"), 4000),
    ("saat-aath", "classic", ("normal", "easy"), 1000),
    ("saat-aath", "classic", ("random", "random"), 4000),
    ("saat-aath", "78", ("easy", "random"), 400),
    ("saat-aath", "78", ("normal", "easy"), 200),
    ("badam-satti", "standard", ("easy", "random", "random", "random"), 600),
    ("badam-satti", "standard", ("easy", "easy", "easy", "random"), 600),
    ("badam-satti", "standard", ("normal", "easy", "easy", "easy"), 200),
)


@dataclass(frozen=True)
class Duplicates:
    """`score` of the first player; half 95 % intervals of it over all the games, as fractions of 1; their ratio."""

    score: float
    single: float
    duplicate: float
    factor: float
    error: float  # of the factor, one standard deviation, by leaving out tenths of the boards


def measure(game: str, preset: str, names: tuple[str, ...], boards: int, seed: str = "d0b1e") -> Duplicates:
    rules = games.load(game, preset)
    seated = [players.load(name, rules, seed=f"{seed}/{number}") for number, name in enumerate(names)]
    replay = match.play(rules, seated, seed=seed, boards=boards)
    n = rules.seats
    scores = [_score(played["places"]) for played in replay["games"]]
    table = [scores[board * n : board * n + n] for board in range(boards)]
    single, duplicate = _variances(table)
    parts = [
        math.sqrt(a / b)
        for a, b in (_variances(table[:at] + table[at + boards // 10 :]) for at in range(0, boards, boards // 10))
    ]
    return Duplicates(
        score=statistics.fmean(scores),
        single=1.96 * math.sqrt(single / boards),
        duplicate=1.96 * math.sqrt(duplicate / boards),
        factor=math.sqrt(single / duplicate),
        error=math.sqrt(9 / 10 * sum((part - statistics.fmean(parts)) ** 2 for part in parts)),
    )


def _score(places: list[int]) -> float:
    """The first player's game results, the mean over opponents."""
    return statistics.fmean((places[0] < other) + 0.5 * (places[0] == other) for other in places[1:])


def _variances(table: list[list[float]]) -> tuple[float, float]:
    """Of the mean of n single games, and of a board."""
    n = len(table[0])
    single = statistics.fmean(statistics.variance(column) for column in zip(*table, strict=True)) / n
    return single, statistics.variance([statistics.fmean(row) for row in table])


def run() -> Iterator[Result]:
    """How many times narrower, with its own standard deviation in the name."""
    for game, preset, names, boards in SETTINGS:
        if set(names) <= set(players.names(game)):
            it = measure(game, preset, names, boards)
            title = f"{preset}, {names[0]} v {' '.join(names[1:])}, {boards} boards"
            yield Result(
                f"{title} (score {100 * it.score:.1f} %)",
                100 * it.duplicate,
                "% half width",
                f"single deals (± {it.error:.2f})",
                100 * it.single,
                it.factor,
            )
