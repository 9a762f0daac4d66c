"""The next round of a Swiss tournament for two seats, as a matching of least cost."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import rustworkx
from numpy.typing import NDArray

NEAREST = 30
"""So many opponents are considered for everybody; all of them, where these leave somebody without one."""
_TIES = 4096
_MOST_BITS = 120
"""Of a cost: the library computes with 128."""
Matrix = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Pairs as (player 0, player 1), the highest scores first, and who has the bye (None with an even field)."""

    tables: tuple[tuple[int, int], ...]
    bye: int | None


def swiss(
    points: Mapping[int, Fraction | float | int],
    played: Sequence[tuple[int, int]] = (),
    byes: Mapping[int, int] | Sequence[int] = (),
    owners: Mapping[int, str] | None = None,
) -> SwissRound:
    """Pair the entrants that are keys of `points`; lower numbers are seeded higher.

    `points` are match points so far (a bye counts 1/2), `played` all earlier pairs as (player 0, player 1), `byes` how
    many each has had (or who has had one, once for each), `owners` the account of each ("" or none: nobody's).

    A bye goes only to somebody who has had as few as anybody. Of all rounds of which that is true, this is the one with
    the least, in this order of importance: rematches; pairs of one owner; score of who has the bye; differences of
    score, to the fourth power, in half points; uneven sides (who has less often been player 0 is so now); distance
    from pairing the upper half of those with equal scores with the lower.
    """
    if len(points) < 2:
        raise ValueError(f"a Swiss round needs at least 2 entrants, not {len(points)}")
    field = _Field(points, played, Counter(byes), owners or {})
    pairs = field.pair(NEAREST)
    bye = next((field.order[a] for a, b in pairs if b == len(field.order)), None)
    return SwissRound(tuple(field.seat(a, b) for a, b in pairs if b < len(field.order)), bye)


class _Field:
    """The entrants by rank, 0 the highest; with an odd field one more rank is the bye.

    `levels` are the costs of every pair of ranks, the most important first, as symmetric matrices.
    """

    def __init__(
        self,
        points: Mapping[int, Fraction | float | int],
        played: Sequence[tuple[int, int]],
        byes: Mapping[int, int],
        owners: Mapping[int, str],
    ) -> None:
        self.order = sorted(points, key=lambda entrant: (-points[entrant], entrant))
        n = len(self.order)
        self.size = n + n % 2
        rank = {entrant: number for number, entrant in enumerate(self.order)}
        group = np.array([round(2 * points[entrant]) for entrant in self.order], dtype=np.int64)
        met = np.zeros((n, n), dtype=np.int64)
        self.balance = np.zeros(n, dtype=np.int64)  # how many times more often player 0 than player 1
        for first, second in played:
            if first in rank and second in rank:
                met[rank[first], rank[second]] += 1
                met[rank[second], rank[first]] += 1
            if first in rank:
                self.balance[rank[first]] += 1
            if second in rank:
                self.balance[rank[second]] -= 1
        names = [owners.get(entrant, "") for entrant in self.order]
        number = {name: at for at, name in enumerate(dict.fromkeys(names))}
        owner = np.array([number[name] for name in names])
        owned = np.array([bool(name) for name in names])
        kin = ((owner[:, None] == owner[None, :]) & owned[:, None]).astype(np.int64)
        gap = np.abs(group[:, None] - group[None, :])
        lead = np.abs(self.balance[:, None] - self.balance[None, :])
        at = np.arange(n)
        apart = np.abs(at[:, None] - at[None, :])
        half = np.bincount(group - group.min())[group - group.min()] // 2
        fold = np.where(gap == 0, np.abs(apart - half[:, None]), apart - 1) ** 2
        tie = (at[:, None] + at[None, :]) * 1_103 % 509 * (apart * 7_919 % 521) % _TIES  # one answer, on every machine
        zero = np.zeros(n, dtype=np.int64)
        self.allowed = np.ones((self.size, self.size), dtype=bool)
        if n % 2:
            had = np.array([byes.get(entrant, 0) for entrant in self.order])
            self.allowed[n, :n] = self.allowed[:n, n] = had == had.min()
        bye_of_score = group - group[self.allowed[n, :n]].min() if n % 2 else zero
        self.levels: list[Matrix] = [
            self._with_bye(met, zero),
            self._with_bye(kin, zero),
            self._with_bye(np.zeros_like(met), bye_of_score),
            self._with_bye(gap**4, zero),
            self._with_bye(lead.max() - lead, zero),
            self._with_bye(fold, (n - 1 - at) ** 2),
            self._with_bye(tie, zero),
        ]

    def _with_bye(self, among: Matrix, bye: Matrix) -> Matrix:
        n = len(self.order)
        whole = np.zeros((self.size, self.size), dtype=np.int64)
        whole[:n, :n] = among
        if n % 2:
            whole[n, :n] = whole[:n, n] = bye
        return whole

    def pair(self, nearest: int) -> list[tuple[int, int]]:
        """The pairs of ranks, each with the better one first, in the order of those."""
        if self.size - 1 > nearest:
            pairs = self._matching(self._near(nearest))
            if 2 * len(pairs) == self.size and not any(self.levels[0][pair] or self.levels[1][pair] for pair in pairs):
                return pairs
        return self._matching(np.triu(self.allowed, 1))

    def _near(self, nearest: int) -> NDArray[np.bool_]:
        """The pairs in which one is among the nearest of the other by rematch, owner, score, and the rest; the last
        third by rank, without which groups of an odd number would have nobody to give to each other."""
        apart = np.abs(np.arange(self.size)[:, None] - np.arange(self.size)[None, :])
        edges = np.zeros((self.size, self.size), dtype=bool)
        for rank in range(self.size):
            others = np.flatnonzero(self.allowed[rank])
            others = others[others != rank]
            best = np.lexsort([level[rank, others] for level in reversed(self.levels)])[: nearest - nearest // 3]
            edges[rank, others[best]] = True
            others = others[~edges[rank, others]]
            by_rank = [apart[rank, others], *(level[rank, others] for level in self.levels[1::-1])]
            edges[rank, others[np.lexsort(by_rank)[: nearest // 3]]] = True
        if len(self.order) % 2:
            edges[-1] = self.allowed[-1]
        return np.triu(edges | edges.T, 1)

    def _matching(self, edges: NDArray[np.bool_]) -> list[tuple[int, int]]:
        """As many of these pairs as can be, at the least cost: the levels as the digits of one whole number."""
        first, second = np.nonzero(edges)
        cost = [0] * len(first)
        most = 1
        for level in self.levels:
            of_edges = level[first, second].tolist()
            step = max(of_edges, default=0) * (self.size // 2) + 1
            if (most * step).bit_length() > _MOST_BITS:
                break
            most *= step
            cost = [above * step + own for above, own in zip(cost, of_edges, strict=True)]
        top = max(cost, default=0) + 1
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
        graph.add_nodes_from(range(self.size))
        graph.add_edges_from(
            [(a, b, top - own) for a, b, own in zip(first.tolist(), second.tolist(), cost, strict=True)]
        )
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sorted((min(pair), max(pair)) for pair in found)

    def seat(self, a: int, b: int) -> tuple[int, int]:
        """The entrants of these ranks, who has been player 0 less often first."""
        first, second = (a, b) if self.balance[a] <= self.balance[b] else (b, a)
        return self.order[first], self.order[second]
