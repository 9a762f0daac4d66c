"""Sittings at tables made even by simulated annealing (S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, 1983)."""

import math
import random
from collections.abc import Sequence
from itertools import combinations

MOVES_EACH, MOST_MOVES, LEAST_EACH = 600, 60_000, 40
"""Moves for every entrant and sitting; in all, unless the field is so large that this is fewer than LEAST_EACH for
every entrant and sitting. More were tried, and made meetings hardly evener."""
HOT, COLD = 0.7, 0.15
"""Temperatures: the sum of squared meetings that a move may add with probability 1/e, at the start and at the end."""


def unevenness(met: list[list[int]]) -> tuple[int, int]:
    """The sum of squared meetings over all pairs, and the least it could be with as many: even within one."""
    meetings = [met[a][b] for a, b in combinations(range(len(met)), 2)]
    low, more = divmod(sum(meetings), len(meetings))
    return sum(count * count for count in meetings), (len(meetings) - more) * low * low + more * (low + 1) ** 2


class Drawing:
    """Sittings being drawn, in each of which nobody sits twice: two kinds of moves make the sum of squared meetings of
    all pairs as small as can be found.

    That sum has its least value when every pair has met equally often within one. Who sits out is handed out in turns:
    the slots of one level (the first time that somebody sits out, the second ...) can be swapped, and nothing else.
    """

    def __init__(self, entrants: int, seats: int, tables: Sequence[int], met: list[list[int]]) -> None:
        """`tables` says how many each sitting has; `met[a][b]` counts the meetings before, and `anneal` adds, in place,
        those of these sittings."""
        self.entrants, self.seats, self.met = entrants, seats, met
        rounds = len(tables)
        self.rng = random.Random(f"{entrants} entrants, {seats} seats, {rounds} rounds, {sum(map(sum, met))}")  # noqa: S311
        self.lines: list[list[int]] = []  # of each sitting the entrants in play, table by table
        self.out: list[list[int]] = []  # of each sitting who sits out
        self.slots: dict[int, list[tuple[int, int]]] = {}  # level -> places in self.out
        times = [0] * entrants
        for number, count in enumerate(tables):
            resting = sorted(range(entrants), key=lambda e: (times[e], e))[: entrants - count * seats]
            for at, entrant in enumerate(resting):
                self.slots.setdefault(times[entrant], []).append((number, at))
                times[entrant] += 1
            line = [entrant for entrant in range(entrants) if entrant not in resting]
            self.rng.shuffle(line)
            self.out.append(resting)
            self.lines.append(line)
            self._count(line, +1)

    def anneal(self, share: float = 1.0) -> None:
        """Move until the meetings are even within one or the moves are used up; the evenest sittings seen are kept.

        `share` of the usual number of moves.
        """
        uneven, least = unevenness(self.met)
        best, kept = uneven, [list(line) for line in self.lines]
        rests = sum(map(len, self.out)) / (self.entrants * len(self.lines))
        chance_of_rest = rests if len(self.lines[0]) > self.seats or not self.slots else 1.0
        size = self.entrants * len(self.lines)
        moves = int(share * min(MOVES_EACH * size, max(MOST_MOVES, LEAST_EACH * size)))
        for move in range(moves):
            if best == least:
                break
            heat = COLD + (HOT - COLD) * (1 - move / moves)
            uneven += self._rest(heat) if self.rng.random() < chance_of_rest else self._swap(heat)
            if uneven < best:
                best, kept = uneven, [list(line) for line in self.lines]
        for line, good in zip(self.lines, kept, strict=True):
            self._count(line, -1)
            self._count(good, +1)
            line[:] = good

    def _count(self, line: list[int], step: int) -> None:
        for at in range(0, len(line), self.seats):
            for a, b in combinations(line[at : at + self.seats], 2):
                self.met[a][b] += step
                self.met[b][a] += step

    def _swap(self, heat: float) -> int:
        """Two entrants of one sitting change tables."""
        line = self.lines[self.rng.randrange(len(self.lines))]
        i, j = self.rng.randrange(len(line)), self.rng.randrange(len(line))
        if i // self.seats == j // self.seats:
            return 0
        a, b = line[i], line[j]
        beside_a, beside_b = self._beside(line, i), self._beside(line, j)
        change = self._replace(a, b, beside_a) + self._replace(b, a, beside_b)
        if change > 0 and self.rng.random() >= math.exp(-change / heat):
            self._replace(b, a, beside_a)
            self._replace(a, b, beside_b)
            return 0
        line[i], line[j] = b, a
        return change

    def _rest(self, heat: float) -> int:
        """Two entrants who sit out for the same time each, in two sittings, change sittings."""
        slots = self.slots[self.rng.choice(list(self.slots))]
        if len(slots) < 2:
            return 0
        (r1, at1), (r2, at2) = self.rng.sample(slots, 2)
        a, b = self.out[r1][at1], self.out[r2][at2]
        if b in self.out[r1] or a in self.out[r2]:
            return 0
        turns = []
        for number, leaves, comes in ((r1, b, a), (r2, a, b)):
            line = self.lines[number]
            place = line.index(leaves)
            turns.append((line, place, leaves, comes, self._beside(line, place)))
        change = sum(self._replace(leaves, comes, beside) for _, _, leaves, comes, beside in turns)
        if change > 0 and self.rng.random() >= math.exp(-change / heat):
            for _, _, leaves, comes, beside in turns:
                self._replace(comes, leaves, beside)
            return 0
        for line, place, _, comes, _ in turns:
            line[place] = comes
        self.out[r1][at1], self.out[r2][at2] = b, a
        return change

    def _beside(self, line: list[int], at: int) -> list[int]:
        start = at - at % self.seats
        return [line[place] for place in range(start, start + self.seats) if place != at]

    def _replace(self, old: int, new: int, beside: list[int]) -> int:
        """Put `new` in the place of `old` beside these; by how much the sum of squared meetings grows."""
        change = 0
        for other in beside:
            change += 2 * (self.met[new][other] - self.met[old][other]) + 2
            self.met[old][other] -= 1
            self.met[other][old] -= 1
            self.met[new][other] += 1
            self.met[other][new] += 1
        return change
