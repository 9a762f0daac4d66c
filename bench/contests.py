"""Competition logic at size: drawing a field of 200, rating and fitting a million results."""

import math
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from tournaments import elo, pairings, seeds
from tournaments.boards import count
from tournaments.fit import fit
from tournaments.results import MatchResult

FIELD = 200
T = TypeVar("T")


@dataclass(frozen=True)
class Contests:
    """CPU seconds. Yardsticks: making the seeds of the same matches, and the shortest Elo loop there is, in floats."""

    matches: int
    schedule: float
    seeds: float
    tables: float  # ten rounds for 200 bots at four seats
    swiss: float  # the tenth round of 200 bots
    results: int
    fold: float
    plain_fold: float
    count: float
    fit: float


def measure(results: int = 1_000_000) -> Contests:
    schedule, (pairs,) = _timed(lambda: pairings.round_robin(FIELD))
    keys = [seeds.match_key(1, number) for number in range(1, len(pairs) + 1)]
    seeding, _ = _timed(lambda: [seeds.match_seed("5a" * 32, key) for key in keys])
    tables, _ = _timed(lambda: pairings.tables(FIELD, 4, 10))
    played = [pair for number in range(9) for pair in pairs[100 * number : 100 * number + 100]]
    points = {entrant: (entrant * 37 % 19) / 2 for entrant in range(FIELD)}
    swiss, _ = _timed(lambda: pairings.swiss(points, played))
    matches = list(_results(results))
    ratings: dict[str, int] = {}
    fold, _ = _timed(lambda: sum(1 for _ in elo.fold(matches, ratings)))
    assert sum(ratings.values()) == FIELD * elo.START
    plain, _ = _timed(lambda: _plain_fold(matches))
    counting, boards = _timed(lambda: count(matches))
    fitting, _ = _timed(lambda: fit(boards))
    return Contests(len(pairs), schedule, seeding, tables, swiss, results, fold, plain, counting, fitting)


def _results(number: int) -> Iterator[MatchResult]:
    """Matches of one board between bots of known strengths."""
    rng = random.Random(1)
    strengths = [rng.gauss(0, 0.5) for _ in range(FIELD)]
    names = [f"owner/bot{entrant}" for entrant in range(FIELD)]
    for key in range(number):
        a, b = rng.sample(range(FIELD), 2)
        wins = 1 / (1 + math.exp(strengths[b] - strengths[a]))
        places = tuple((1, 2) if rng.random() < wins else (2, 1) for _ in range(2))
        yield MatchResult(str(key), (names[a], names[b]), places)


def _plain_fold(results: list[MatchResult]) -> dict[str, float]:
    """Textbook Elo: what anybody writes first."""
    ratings: dict[str, float] = {}
    for result in results:
        first, second = result.players
        a, b = ratings.get(first, 1500.0), ratings.get(second, 1500.0)
        score = sum(1.0 if x < y else 0.5 if x == y else 0.0 for x, y in result.places) / len(result.places)
        change = 32 * (score - 1 / (1 + 10 ** ((b - a) / 400)))
        ratings[first], ratings[second] = a + change, b - change
    return ratings


def _timed(run: Callable[[], T]) -> tuple[float, T]:
    began = time.process_time()
    value = run()
    return time.process_time() - began, value


if __name__ == "__main__":
    it = measure(*map(int, sys.argv[1:]))
    print(f"round robin of {FIELD} bots, {it.matches:,} matches: drawn in {it.schedule * 1e3:.0f} ms", end=", ")
    print(f"{it.schedule / it.seeds:.2f} of what their seeds take")
    print(f"ten rounds of tables of four: {it.tables:.2f} s; a Swiss round: {it.swiss * 1e3:.0f} ms")
    print(
        f"Elo over {it.results:,} results: {it.fold:.1f} s, {it.fold / it.plain_fold:.1f} times textbook Elo in floats"
    )
    print(f"counting them into boards: {it.count:.1f} s; fit with 1,000 resamples: {it.fit:.1f} s", end=", ")
    print(f"{(it.count + it.fit) / it.fold:.1f} times the Elo")
