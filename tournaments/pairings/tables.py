"""Balanced tables for three to six seats."""

from collections.abc import Sequence
from itertools import combinations

from tournaments.pairings.annealing import Drawing, unevenness
from tournaments.pairings.cycles import perfect_cycle
from tournaments.pairings.seating import Table, even_seats

SEATS = range(3, 7)
MOST_AT_FULL = 8
"""Rounds are annealed so many together as there are entrants, twice; if that takes more turns than these, each is
shorter. Over many rounds a pair more or less is nothing."""


def tables(
    entrants: int, seats: int, rounds: int, played: Sequence[Sequence[Table]] = ()
) -> list[tuple[tuple[int, ...], ...]]:
    """Rounds of tables of `seats` entrants each; in a round everybody plays once, and `entrants % seats` sit out.

    After any round nobody has sat out more than once more than anybody else. Over all rounds each pair meets as equally
    often as a search can make it: exactly so after every `even_rounds`, and mostly within one where that is possible
    at all. Every entrant has every place at the table equally often within one. To extend a contest, `played` gives the
    rounds before; those who left are left out of its tables. ValueError names what does not fit.
    """
    if seats not in SEATS:
        raise ValueError(f"tables have 3 to 6 seats, not {seats}")
    if entrants < seats:
        raise ValueError(f"{entrants} entrants do not fill a table of {seats} seats")
    if rounds < 1:
        raise ValueError(f"tables are drawn for at least 1 round, not {rounds}")
    cycle = None if played else perfect_cycle(entrants, seats)
    start = list(cycle) * (rounds // len(cycle)) if cycle else []
    drawn, uneven = _annealed(entrants, seats, rounds, played, start)
    if start and uneven:  # the rest of a cycle may be hard to even out on top of whole ones
        again, less = _annealed(entrants, seats, rounds, played, [])
        drawn = again if less < uneven else drawn
    return even_seats(drawn, seats)


def _annealed(
    entrants: int, seats: int, rounds: int, played: Sequence[Sequence[Table]], drawn: list[tuple[Table, ...]]
) -> tuple[list[tuple[Table, ...]], int]:
    """The rounds drawn so far with the rest added, and how much the sum of squared meetings is above its least."""
    met, sat_out = _counts(entrants, [*played, *drawn])
    at_once = 2 * entrants
    share = min(1.0, MOST_AT_FULL * at_once / max(1, rounds - len(drawn)))
    while len(drawn) < rounds:
        drawing = Drawing(entrants, seats, min(rounds - len(drawn), at_once), met, sat_out)
        drawing.anneal(share)
        drawn = drawn + [
            tuple(tuple(line[at : at + seats]) for at in range(0, len(line), seats)) for line in drawing.lines
        ]
    uneven, least = unevenness(met)
    return drawn, uneven - least


def even_rounds(entrants: int, seats: int) -> int | None:
    """After how many rounds all pairs have met, and all entrants sat out, equally often; None where none is known."""
    cycle = perfect_cycle(entrants, seats)
    return len(cycle) if cycle else None


def _counts(entrants: int, rounds: Sequence[Sequence[Table]]) -> tuple[list[list[int]], list[int]]:
    met = [[0] * entrants for _ in range(entrants)]
    sat_out = [len(rounds)] * entrants
    for drawn in rounds:
        for table in drawn:
            for entrant in table:
                sat_out[entrant] -= 1
            for a, b in combinations(table, 2):
                met[a][b] += 1
                met[b][a] += 1
    return met, sat_out
