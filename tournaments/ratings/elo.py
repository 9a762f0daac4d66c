"""Elo ratings as a fold over results, in whole thousandths of a point (milli-Elo), so that no sum ever drifts.

Elo's expected score, `1 / (1 + 10 ** ((theirs - mine) / 400))` (A. Elo, The Rating of Chessplayers, 1978). A match
counts once, by its match score; a table of n players is n (n - 1) / 2 pairs, each weighing 1 / (n - 1), so that it
moves a rating as much as a match of two does.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from decimal import Decimal, localcontext
from typing import NamedTuple

from tournaments.results import MatchResult, Places, pair_scores

START = 1_500_000
"""A newcomer's rating in milli-Elo."""
K = 32
"""The most points that one match can move a rating by, in Elo: of contests that start now. Each keeps its own."""
FIRST_K = 32
"""That of rating events from before K was stored with them. Never changed."""


def _odds(step: int, size: int) -> tuple[float, ...]:
    """`10 ** (step * number / 400_000)` of the numbers below `size`, a power of two: products of a few correctly
    rounded powers, the same on every machine, as `pow` is not. A bundle is verified to the last unit anywhere.
    """
    odds = [1.0]
    with localcontext(prec=30):
        while len(odds) < size:
            power = float(Decimal(10) ** (Decimal(step * len(odds)) / 400_000))
            odds += [power * below for below in odds]
    return tuple(odds)


_FINE, _COARSE = _odds(1, 1 << 11), _odds(1 << 11, 1 << 11)
_MOST = (1 << 22) - 1


def edge(lead: int) -> float:
    """How far above 1/2 the expected score is of a player `lead` milli-Elo ahead: -0.5 to 0.5, an odd function."""
    if lead < 0:
        return -edge(-lead)
    if lead > _MOST:
        lead = _MOST
    odds = _COARSE[lead >> 11] * _FINE[lead & 2047]
    return (odds - 1.0) / (2.0 * (odds + 1.0))


def changes(
    ratings: Sequence[int], places: Places, k: int = K, pairs: Collection[tuple[int, int]] | None = None
) -> list[int]:
    """Each player's change in milli-Elo, by the places in the match's games; the changes add up to exactly 0.

    `pairs` are those that count, by the players' places in the match from 0, the lower first; None: all. Each weighs
    the same whether the others count or not.

    A pair is rounded once: what one wins the other loses. Both the score and the expected score are reckoned from 1/2,
    where swapping the two players changes signs and nothing else, so the order of the players plays no part and
    level results between equal ratings change nothing.
    """
    players = len(ratings)
    unit = 1000 * k / (players - 1)
    total = 2 * len(places)
    moved = [0] * players
    for first, second, halves in pair_scores(places, players):
        if pairs is not None and (first, second) not in pairs:
            continue
        above = (2 * halves - total) / (2 * total)
        change = round(unit * (above - edge(ratings[first] - ratings[second])))
        moved[first] += change
        moved[second] -= change
    return moved


class RatingStep(NamedTuple):
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
        old = tuple([ratings.get(player, START) for player in result.players])
        moved = tuple(changes(old, result.places, k))
        for player, before, change in zip(result.players, old, moved, strict=True):
            ratings[player] = before + change
        yield RatingStep(result, old, moved)
