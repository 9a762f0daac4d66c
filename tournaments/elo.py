"""Elo ratings as a fold over results, in whole thousandths of a point (milli-Elo), so that no sum ever drifts.

Elo's expected score, `1 / (1 + 10 ** ((theirs - mine) / 400))` (A. Elo, The Rating of Chessplayers, 1978). A match
counts once, by its match score; a table of n players is n (n - 1) / 2 pairs, each weighing 1 / (n - 1), so that it
moves a rating as much as a match of two does.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext

from tournaments.results import MatchResult, Places, pair_scores

START = 1_500_000
"""A newcomer's rating in milli-Elo."""
K = 32
"""The most points that one match can move a rating by, in Elo."""


def _powers() -> tuple[float, ...]:
    with localcontext(prec=30):
        return tuple(float(Decimal(10) ** (Decimal(1 << bit) / 400_000)) for bit in range(23))


# 10 ** (2 ** bit / 400_000), correctly rounded. Their products are the same on every machine, which `pow` is not:
# a bundle is verified to the last unit wherever it is read.
_POWERS = _powers()


def edge(lead: int) -> float:
    """How far above 1/2 the expected score is of a player `lead` milli-Elo ahead: -0.5 to 0.5, an odd function."""
    if lead < 0:
        return -edge(-lead)
    odds, bit = 1.0, 0
    lead = min(lead, (1 << len(_POWERS)) - 1)
    while lead:
        if lead & 1:
            odds *= _POWERS[bit]
        lead >>= 1
        bit += 1
    return (odds - 1.0) / (2.0 * (odds + 1.0))


def changes(ratings: Sequence[int], places: Places, k: int = K) -> list[int]:
    """Each player's change in milli-Elo, by the places in the match's games; the changes add up to exactly 0.

    A pair is rounded once: what one wins the other loses. Both the score and the expected score are reckoned from 1/2,
    where swapping the two players changes signs and nothing else, so the order of the players plays no part and
    level results between equal ratings change nothing.
    """
    players = len(ratings)
    unit = 1000 * k / (players - 1)
    total = 2 * len(places)
    moved = [0] * players
    for first, second, halves in pair_scores(places, players):
        above = (2 * halves - total) / (2 * total)
        change = round(unit * (above - edge(ratings[first] - ratings[second])))
        moved[first] += change
        moved[second] -= change
    return moved


@dataclass(frozen=True, slots=True)
class RatingStep:
    """What one match did: of each player, in match order, the rating before and the change, in milli-Elo."""

    result: MatchResult
    old: tuple[int, ...]
    changes: tuple[int, ...]

    @property
    def new(self) -> tuple[int, ...]:
        return tuple(old + change for old, change in zip(self.old, self.changes, strict=True))


def fold(results: Iterable[MatchResult], ratings: dict[str, int], k: int = K) -> Iterator[RatingStep]:
    """Rate the matches in the order given, one step a match, updating `ratings` (milli-Elo by player; START if absent).

    Who is not to be rated (bots of the same owner, void matches) is left out by the caller.
    """
    for result in results:
        old = tuple(ratings.get(player, START) for player in result.players)
        step = RatingStep(result, old, tuple(changes(old, result.places, k)))
        ratings.update(zip(result.players, step.new, strict=True))
        yield step
