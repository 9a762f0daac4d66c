"""The next round of a Swiss tournament for two seats."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tournaments.pairings.matching import Partners, complete


@dataclass(frozen=True, slots=True)
class SwissRound:
    """Pairs as (player 0, player 1), the highest scores first, and who has the bye (None with an even field)."""

    tables: tuple[tuple[int, int], ...]
    bye: int | None


def swiss(
    points: Mapping[int, Fraction | float | int],
    played: Sequence[tuple[int, int]] = (),
    byes: Collection[int] = (),
) -> SwissRound:
    """Pair the entrants that are keys of `points`; lower numbers are seeded higher.

    `points` are match points so far (a bye counts 1/2), `played` all earlier pairs as (player 0, player 1), `byes` who
    had one, once for each. Entrants whose points round to the same half form a score group, and in a group the upper
    half meets the lower. Nobody meets an earlier opponent while that can be avoided, nobody has a second bye before
    everybody has had one, and the bye goes to the lowest that it can. Who has less often been player 0 is so now.
    """
    if len(points) < 2:
        raise ValueError(f"a Swiss round needs at least 2 entrants, not {len(points)}")
    field = _Field(points, played, byes)
    partners = field.pair_groups()
    if -1 in partners:
        partners = complete(partners, field.choices)
    pairs, bye = field.with_rematches(partners)
    firsts = Counter(first for first, _ in played)
    return SwissRound(tuple(pair if firsts[pair[0]] <= firsts[pair[1]] else pair[::-1] for pair in pairs), bye)


class _Field:
    """The entrants by rank, 0 the highest; with an odd field one more rank is the bye."""

    def __init__(
        self,
        points: Mapping[int, Fraction | float | int],
        played: Sequence[tuple[int, int]],
        byes: Collection[int],
    ) -> None:
        self.order = sorted(points, key=lambda entrant: (-points[entrant], entrant))
        self.groups = [round(2 * points[entrant]) for entrant in self.order]
        rank = {entrant: number for number, entrant in enumerate(self.order)}
        self.met: list[Counter[int]] = [Counter() for _ in self.order]
        for a, b in played:
            if a in rank and b in rank:
                self.met[rank[a]][rank[b]] += 1
                self.met[rank[b]][rank[a]] += 1
        self.bye = len(self.order) if len(self.order) % 2 else None
        if self.bye is not None:
            had = Counter(byes)
            fewest = min(had[entrant] for entrant in self.order)
            self.met.append(Counter())
            for number, entrant in enumerate(self.order):
                more = had[entrant] - fewest
                if more:
                    self.met[number][self.bye] = self.met[self.bye][number] = more

    def pair_groups(self) -> Partners:
        """Group by group, the highest first; who finds no fresh opponent in a group goes down to the next."""
        partners = [-1] * len(self.met)
        if self.bye is not None:
            lowest = max(rank for rank in range(len(self.order)) if not self.met[self.bye][rank])
            partners[lowest], partners[self.bye] = self.bye, lowest
        waiting: list[int] = []
        for _, group in groupby(range(len(self.order)), key=self.groups.__getitem__):
            waiting += [rank for rank in group if partners[rank] == -1]
            half = len(waiting) // 2
            for at, rank in enumerate(waiting[:half]):
                self._pair(rank, waiting[half:], at, partners)
            for rank in waiting:
                if partners[rank] == -1:
                    self._pair(rank, waiting, 0, partners)
            waiting = [rank for rank in waiting if partners[rank] == -1]
        return partners

    def _pair(self, rank: int, others: list[int], ideal: int, partners: Partners) -> None:
        """Pair with the free one nearest to the place `ideal` among the others who is no rematch, if there is one."""
        for distance in range(len(others)):
            for at in (ideal + distance, ideal - distance):
                if 0 <= at < len(others) and others[at] != rank and partners[others[at]] == -1:
                    other = others[at]
                    if not self.met[rank][other]:
                        partners[rank], partners[other] = other, rank
                        return

    def choices(self, rank: int) -> list[int]:
        """Who is no rematch, those of nearly the same score first; the bye counts as the lowest score."""
        others = [other for other in range(len(self.met)) if other != rank and not self.met[rank][other]]
        return sorted(others, key=lambda other: abs(other - rank))

    def with_rematches(self, partners: Partners) -> tuple[list[tuple[int, int]], int | None]:
        """Pairs of entrants; the few still unpaired meet the one among them whom they have met least often."""
        left = [rank for rank, partner in enumerate(partners) if partner == -1]
        while left:
            rank = left.pop(0)
            other = min(left, key=lambda low: (self.met[rank][low], low))
            left.remove(other)
            partners[rank], partners[other] = other, rank
        bye = None
        pairs = []
        for rank, partner in enumerate(partners):
            if partner == self.bye:
                bye = self.order[rank]
            elif rank < partner and rank != self.bye:
                pairs.append((self.order[rank], self.order[partner]))
        return pairs, bye
