"""Balanced tables for three to six seats."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import gcd

from tournaments.pairings.annealing import Drawing, unevenness
from tournaments.pairings.cycles import perfect_cycle
from tournaments.pairings.seating import Table, even_seats

SEATS = range(3, 7)
MOST_AT_FULL = 8
"""Sittings are annealed about twice as many together as there are entrants; if that takes more turns than these, each
is shorter. Over many rounds a pair more or less is nothing."""
KEPT_APART = 3
"""Two bots of one owner are drawn as if they had met so many times more often than they have."""
Sitting = tuple[Table, ...]
"""Tables at which nobody sits twice."""


def round_size(entrants: int, seats: int) -> tuple[int, int]:
    """How many tables a round has, the fewest at which all play equally often; and at how many of them each plays.

    6 entrants at tables of 4 are 3 tables, everybody at 2.
    """
    common = gcd(entrants, seats)
    return entrants // common, seats // common


def tables(
    entrants: int,
    seats: int,
    rounds: int,
    played: Sequence[Sequence[Table]] = (),
    owners: Mapping[int, str] | None = None,
) -> list[tuple[Table, ...]]:
    """Rounds of tables of `seats` entrants each, `round_size` tables a round.

    Within a round everybody plays equally often, and at no time, table by table, has anybody played more than twice
    more often than anybody else. Over all rounds each pair meets as equally often as a search can make it:
    exactly so after every `even_rounds`, and mostly within one where that is possible at all. Every entrant has every
    place at the table equally often within one. To extend a contest, `played` gives the rounds before, those who left
    being left out of its tables. `owners` is the account of each ("" or none: nobody's), whose bots are kept apart
    where the field allows it. ValueError names what does not fit.
    """
    if seats not in SEATS:
        raise ValueError(f"tables have 3 to 6 seats, not {seats}")
    if entrants < seats:
        raise ValueError(f"{entrants} entrants do not fill a table of {seats} seats")
    if rounds < 1:
        raise ValueError(f"tables are drawn for at least 1 round, not {rounds}")
    sizes = _sittings(entrants, seats)
    met = _meetings(entrants, played)
    kin = [pair for pair in combinations(range(entrants), 2) if _same_owner(pair, owners or {})]
    for a, b in kin:
        met[a][b] += KEPT_APART
        met[b][a] += KEPT_APART
    cycle = None if played or kin else _cycle(entrants, seats)
    start = list(cycle) * (rounds * len(sizes) // len(cycle)) if cycle else []
    drawn, uneven = _annealed(entrants, seats, rounds, met, start)
    if start and uneven:  # the rest of a cycle may be hard to even out on top of whole ones
        again, less = _annealed(entrants, seats, rounds, met, [])
        drawn = again if less < uneven else drawn
    seated = even_seats(drawn, seats)
    return [
        tuple(table for sitting in seated[at : at + len(sizes)] for table in sitting)
        for at in range(0, len(seated), len(sizes))
    ]


def even_rounds(entrants: int, seats: int) -> int | None:
    """After how many rounds all pairs have met equally often; None where no such schedule is known."""
    cycle = _cycle(entrants, seats)
    return len(cycle) // len(_sittings(entrants, seats)) if cycle else None


def _sittings(entrants: int, seats: int) -> list[int]:
    """How many tables each sitting of a round has: as many as there are entrants for, and in the last what is left."""
    count, most = round_size(entrants, seats)[0], entrants // seats
    return [most] * (count // most) + [count % most] * (count % most > 0)


def _cycle(entrants: int, seats: int) -> tuple[Sitting, ...] | None:
    """A perfect cycle that consists of whole rounds."""
    cycle = perfect_cycle(entrants, seats)
    sizes = _sittings(entrants, seats)
    return cycle if cycle and len(set(sizes)) == 1 and len(cycle) % len(sizes) == 0 else None


def _annealed(
    entrants: int, seats: int, rounds: int, before: Sequence[Sequence[int]], drawn: list[Sitting]
) -> tuple[list[Sitting], int]:
    """The sittings drawn so far with the rest added, and how much the sum of squared meetings is above its least."""
    met = [list(row) for row in before]
    for own, drawn_too in zip(met, _meetings(entrants, drawn), strict=True):
        own[:] = [count + more for count, more in zip(own, drawn_too, strict=True)]
    sizes = _sittings(entrants, seats)
    left = rounds - len(drawn) // len(sizes)
    at_once = max(1, 2 * entrants // len(sizes))
    share = min(1.0, MOST_AT_FULL * at_once / max(1, left))
    while left > 0:
        now = min(left, at_once)
        drawing = Drawing(entrants, seats, sizes * now, met)
        drawing.anneal(share)
        drawn = drawn + [
            tuple(tuple(line[at : at + seats]) for at in range(0, len(line), seats)) for line in drawing.lines
        ]
        left -= now
    uneven, least = unevenness(met)
    return drawn, uneven - least


def _meetings(entrants: int, rounds: Sequence[Sequence[Table]]) -> list[list[int]]:
    met = [[0] * entrants for _ in range(entrants)]
    for drawn in rounds:
        for table in drawn:
            for a, b in combinations(table, 2):
                met[a][b] += 1
                met[b][a] += 1
    return met


def _same_owner(pair: tuple[int, int], owners: Mapping[int, str]) -> bool:
    first, second = (owners.get(entrant, "") for entrant in pair)
    return first == second != ""
