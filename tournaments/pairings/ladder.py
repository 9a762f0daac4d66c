"""The next match of a ladder: what to play follows from what is least known."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

NEWCOMER = 350.0
"""Half a newcomer's 95 % interval in Elo, before anything is known: within 350 of the average are most bots."""
_Q = math.log(10) / 400


@dataclass(frozen=True, slots=True)
class Candidate:
    """A bot on the ladder.

    `rating` in milli-Elo; `half_width` of its 95 % interval in Elo, None where not yet known; `matches` it has played,
    `pending` how many more are waiting or running; `owner`: bots of one owner meet only where nobody else is there.
    """

    entrant: int
    rating: int
    half_width: float | None = None
    matches: int = 0
    pending: int = 0
    owner: str = ""

    @property
    def unknown(self) -> float:
        """Half the interval in Elo as it will be, about, when the pending matches are over."""
        width = NEWCOMER if self.half_width is None else self.half_width
        return width * math.sqrt((self.matches + 1) / (self.matches + self.pending + 1))


def by_need(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The candidates, the one least known first; of those equally known the one with fewer matches."""
    return sorted(candidates, key=lambda one: (-one.unknown, one.matches + one.pending, one.entrant))


def ladder(
    candidates: Sequence[Candidate],
    seats: int = 2,
    met: Mapping[tuple[int, int], int] | None = None,
    lead: Candidate | None = None,
) -> tuple[int, ...]:
    """The entrants of the next match: the one least known (or `lead`), then those who tell most about it.

    A match tells most between equals (the variance of its result, p (1 - p), is greatest), so opponents are chosen by
    closeness of rating, the ratings blurred by their intervals as in Glicko (M. Glickman, 1999), and fresh opponents go
    before those met often. A newcomer is the least known until its interval is as narrow as others', so it plays at
    once and often. `met` counts earlier matches of each pair (smaller entrant first), pending ones included. Ties go to
    fewer matches, then to the smaller number. ValueError where the candidates do not fill the seats.
    """
    if len(candidates) < seats:
        raise ValueError(f"{len(candidates)} bots on the ladder do not fill a table of {seats} seats")
    left = by_need(candidates)
    chosen = [left[0] if lead is None else lead]
    left.remove(chosen[0])
    while len(chosen) < seats:
        owners = {one.owner for one in chosen if one.owner}
        best = min(left, key=lambda one: (one.owner in owners, -_worth(one, chosen, met or {}), one.entrant))
        left.remove(best)
        chosen.append(best)
    return tuple(one.entrant for one in chosen)


def _worth(one: Candidate, chosen: Sequence[Candidate], met: Mapping[tuple[int, int], int]) -> float:
    """What a match with those already chosen would tell, in no unit."""
    worth = 0.0
    for other in chosen:
        lead = (one.rating - other.rating) / 1000
        spread = (one.unknown**2 + other.unknown**2) / 1.96**2  # variance of the lead
        blur = 1 / math.sqrt(1 + 3 * _Q**2 * spread / math.pi**2)
        expected = 1 / (1 + math.exp(-_Q * blur * lead))
        pair = (min(one.entrant, other.entrant), max(one.entrant, other.entrant))
        worth += expected * (1 - expected) / math.sqrt(1 + met.get(pair, 0))
    return worth
