"""Whole cycles of tables in which every pair meets equally often: one round, moved on by one entrant at a time.

The entrants are the residues mod m, one more of them staying where it is when the field fills its tables (m is one
less than the field then; otherwise one sits out, and m is the field). If every difference of two residues is equally
frequent in the first round, then every pair is in the m rounds that follow from it (R. C. Bose, 1939: the method of
symmetrically repeated differences).
"""

import random
from functools import lru_cache

from tournaments.pairings.seating import Table

TRIES, LARGEST = 20_000, 40
"""Moves of the search for a first round, and the largest field for which it is made: it finds few beyond."""


@lru_cache(maxsize=64)
def perfect_cycle(entrants: int, seats: int) -> tuple[tuple[Table, ...], ...] | None:
    """Rounds in which each pair meets `seats - 1` times, or None where the method finds none.

    `entrants - 1` rounds if the field fills its tables, and `entrants` rounds if one sits out, entrant r in round r.
    """
    if entrants % seats > 1 or entrants > LARGEST:
        return None
    modulus = entrants - 1 + entrants % seats
    starter = _starter(entrants, seats, modulus)
    if starter is None:
        return None
    return tuple(
        tuple(
            tuple(e if e == modulus else (e + turn) % modulus for e in starter[at : at + seats])
            for at in range(0, len(starter), seats)
        )
        for turn in range(modulus)
    )


def _starter(entrants: int, seats: int, modulus: int) -> list[int] | None:
    rng = random.Random(f"{entrants} entrants, {seats} seats")  # noqa: S311 - a search, and the same one every time
    line = list(range(entrants % seats, entrants))  # `modulus` itself, if it is there, is the entrant who stays
    left = TRIES
    while left > 0:
        rng.shuffle(line)
        uneven, stale = _unevenness(line, seats, modulus), 0
        while uneven and stale < 300 and left > 0:
            left -= 1
            stale += 1
            i, j = rng.randrange(len(line)), rng.randrange(len(line))
            line[i], line[j] = line[j], line[i]
            now = _unevenness(line, seats, modulus)
            if now > uneven:
                line[i], line[j] = line[j], line[i]
            elif now < uneven:
                uneven, stale = now, 0
        if not uneven:
            return line
    return None


def _unevenness(line: list[int], seats: int, modulus: int) -> int:
    counts = [0] * modulus  # of each difference
    for at in range(0, len(line), seats):
        moving = [entrant for entrant in line[at : at + seats] if entrant != modulus]
        for a in moving:
            for b in moving:
                counts[a - b] += 1  # a negative difference counts from the end, which is the difference mod m
    return sum((count - seats + 1) ** 2 for count in counts[1:])
