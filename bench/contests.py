"""Competition logic at size: drawing a field of 200, rating and fitting a million results."""

import math
import os
import random
from collections.abc import Iterator

from bench.measure import Result, cpu, faster
from tournaments import pairings, seeds
from tournaments.ratings import elo
from tournaments.ratings.boards import count
from tournaments.ratings.fit import fit
from tournaments.results import MatchResult

FIELD = 200
RESULTS = int(os.environ.get("SATTI_BENCH_RESULTS", "1000000"))


def run() -> Iterator[Result]:
    (pairs,) = pairings.round_robin(FIELD)
    keys = [seeds.match_key(1, number) for number in range(1, len(pairs) + 1)]
    drawing = min(cpu(lambda: pairings.round_robin(FIELD)) for _ in range(5))
    seeding = min(cpu(lambda: [seeds.match_seed("5a" * 32, key) for key in keys]) for _ in range(5))
    name = f"round robin of {FIELD} bots, {len(pairs):,} matches"
    yield faster(name, len(pairs) / drawing, "matches/s", "making their seeds", len(pairs) / seeding)
    yield Result(f"ten rounds of tables of four, {FIELD} bots", cpu(lambda: pairings.tables(FIELD, 4, 10)) * 1e3, "ms")
    played = [pair for number in range(9) for pair in pairs[100 * number : 100 * number + 100]]
    points = {entrant: (entrant * 37 % 19) / 2 for entrant in range(FIELD)}
    yield Result(f"a Swiss round of {FIELD} bots", cpu(lambda: pairings.swiss(points, played)) * 1e3, "ms")

    results = list(synthetic(RESULTS))
    folding = RESULTS / cpu(lambda: sum(1 for _ in elo.fold(results, {})))
    textbook = RESULTS / cpu(lambda: textbook_fold(results))
    yield faster(f"Elo over {RESULTS:,} results", folding, "results/s", "textbook Elo in floats", textbook)
    fitting = RESULTS / cpu(lambda: fit(count(results)))
    yield faster(f"fit of {FIELD} bots, 1,000 resamples", fitting, "results/s", "that Elo", folding)


def synthetic(number: int) -> Iterator[MatchResult]:
    """Matches of one board between bots of known strengths."""
    rng = random.Random(1)
    strengths = [rng.gauss(0, 0.5) for _ in range(FIELD)]
    names = [f"owner/bot{entrant}" for entrant in range(FIELD)]
    for key in range(number):
        a, b = rng.sample(range(FIELD), 2)
        wins = 1 / (1 + math.exp(strengths[b] - strengths[a]))
        places = tuple((1, 2) if rng.random() < wins else (2, 1) for _ in range(2))
        yield MatchResult(str(key), (names[a], names[b]), places)


def textbook_fold(results: list[MatchResult]) -> dict[str, float]:
    """What anybody writes first: two players, floats, nothing kept of what each match did."""
    ratings: dict[str, float] = {}
    for result in results:
        first, second = result.players
        a, b = ratings.get(first, 1500.0), ratings.get(second, 1500.0)
        score = sum(1.0 if x < y else 0.5 if x == y else 0.0 for x, y in result.places) / len(result.places)
        change = 32 * (score - 1 / (1 + 10 ** ((b - a) / 400)))
        ratings[first], ratings[second] = a + change, b - change
    return ratings
