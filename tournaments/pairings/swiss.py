"""The next round of a Swiss tournament for two seats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


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

    `points` are match points so far (a bye counts 1/2), `played` all earlier pairs in the order they were drawn, `byes`
    who had one. Entrants whose points round to the same half form a score group, within which the upper half meets the
    lower. Nobody meets an earlier opponent while that can be avoided, and nobody has a second bye before everybody
    has had one.
    """
    if len(points) < 2:
        raise ValueError(f"a Swiss round needs at least 2 entrants, not {len(points)}")
    raise NotImplementedError
