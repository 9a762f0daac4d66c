"""The next match of a ladder: what to play follows from what is least known."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot on the ladder. `rating` in milli-Elo; `half_width` of its 95 % interval in Elo, None if not yet known;
    `matches` it has played, `pending` how many more are waiting or running; `owner`: matches within one are avoided.
    """

    entrant: int
    rating: int
    half_width: float | None = None
    matches: int = 0
    pending: int = 0
    owner: str = ""


def ladder(
    candidates: Sequence[Candidate], seats: int = 2, met: Mapping[tuple[int, int], int] | None = None
) -> tuple[int, ...]:
    """The entrants of the next match, the one that is least known first.

    `met` counts earlier matches of each pair (smaller entrant number first), pending ones included.
    """
    if len(candidates) < seats:
        raise ValueError(f"{len(candidates)} bots on the ladder do not fill a table of {seats} seats")
    raise NotImplementedError
