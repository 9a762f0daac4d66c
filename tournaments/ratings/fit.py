"""A whole contest's strengths: the maximum-likelihood fit of Bradley-Terry, with intervals from resampled boards.

The model (E. Zermelo, 1929; R. Bradley and M. Terry, 1952): a player's expected result against another is
`1 / (1 + 10 ** ((theirs - mine) / 400))`, a level game being half a win. A table of n players counts as its pairs,
which agree with the orders of R. Luce and R. Plackett (the pairs of such an order follow Bradley-Terry) and keep
their right weight because the intervals come from resampling whole boards, not from the model.

*The prior.* Everybody is given `PRIOR` games more, half won and half lost, against the average of the field. It keeps
who won everything finite and moves others by next to nothing.

*Boards that were not played.* Resampling knows only the boards that there are: where all came out alike, so do all
resamplings. So each of them adds, for everybody, `IMAGINED` boards won and as many lost against the average, which
weigh anew at random (exponentially, D. Rubin, 1981). It is the fit's way to do what the interval of a cell does with
two imaginary boards (A. Agresti and B. Coull, 1998). What they move in the middle is taken out again.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil

import numpy as np

from tournaments.ratings.boards import Boards, Floats, Integers, count
from tournaments.ratings.bradley_terry import Contest, maximise, maximise_near
from tournaments.ratings.intervals import Z, t_quantile
from tournaments.results import MatchResult

PRIOR = 1.0
CENTRE = 1500.0
"""The mean of all ratings of a fit, in Elo."""
ELO = 400 / np.log(10)
RESAMPLES = 1000
IMAGINED = 1.25
"""Boards won, and as many lost, that each resampling imagines for everybody; measured: see docs/ratings.md."""
LEAST_BOARDS = 20
"""Of each of two players, before anything is said about which one is ahead."""
MOST_MORE = 1000
"""The most boards that are said to be still needed; beyond, the estimate means nothing."""
_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class Rated:
    """A player's strength in Elo, with its 95 % interval; `boards` played; the best player has place 1."""

    place: int
    player: str
    rating: float
    low: float
    high: float
    boards: int


@dataclass(frozen=True, slots=True)
class Gap:
    """Between a player and the next below: likelihood that this order is right (1/2 to 1), whether the intervals
    overlap, whether either has played fewer than LEAST_BOARDS boards, and, where the order is not settled, about how
    many more boards each of the two would have to play, as they have so far, until it is (None: more than MOST_MORE).
    """

    above: str
    below: str
    superiority: float
    overlap: bool
    more_boards: int | None
    too_few: bool = False

    @property
    def settled(self) -> bool:
        return not self.overlap and not self.too_few


@dataclass(frozen=True, slots=True)
class Fit:
    """`rated` best first; `gaps[i]` lies between `rated[i]` and `rated[i + 1]`; `boards` of the whole contest."""

    rated: tuple[Rated, ...]
    gaps: tuple[Gap, ...]
    boards: int

    @property
    def settled(self) -> bool:
        """Whether the order is: no two neighbours' intervals overlap, and each stands on LEAST_BOARDS boards."""
        return bool(self.gaps) and all(gap.settled for gap in self.gaps)


def fit(results: Iterable[MatchResult] | Boards, resamples: int = RESAMPLES, seed: int = 0) -> Fit:
    """Fit strengths to results (or to boards already counted); the same answer each time for the same `seed`."""
    boards = results if isinstance(results, Boards) else count(results)
    strengths = strengths_of(boards)
    wider = _whole(boards, IMAGINED * boards.seats)
    centre = maximise(wider, strengths[None, :])[0]
    sampled = _resample(boards, centre, wider.hessian(centre[None, :])[0], resamples, seed)
    return _report(boards, CENTRE + ELO * strengths, CENTRE + ELO * (strengths + sampled - centre))


def strengths_of(boards: Boards) -> Floats:
    """The fit alone, in natural units (`ELO` points each) with mean 0, in the order of `boards.players`."""
    return maximise(_whole(boards), np.zeros((1, len(boards.players))))[0]


def _whole(boards: Boards, prior: float = PRIOR / 2) -> Contest:
    wins, games = pair_sums(boards, boards.counts[None, :].astype(np.float64))
    return Contest(boards.pairs, wins, games, np.full((1, len(boards.players), 2), prior))


def pair_sums(boards: Boards, counts: Floats) -> tuple[Floats, Floats]:
    """Wins of each pair's first player and games of each pair, `[R, P]`, for unit counts `[R, U]`."""
    columns = boards.unit_pairs.shape[1]
    pair = boards.unit_pairs.reshape(-1)
    order = np.argsort(pair, kind="stable")
    starts = np.searchsorted(pair[order], np.arange(len(boards.pairs)))
    unit = order // columns
    taken = counts[:, unit]
    wins = np.add.reduceat(taken * boards.wins.reshape(-1)[order], starts, axis=1)
    games = np.add.reduceat(taken * boards.games[unit], starts, axis=1)
    return wins, games


def _resample(boards: Boards, strengths: Floats, hessian: Floats, resamples: int, seed: int) -> Floats:
    """Strengths `[resamples, n]` of contests whose boards are drawn, with replacement, from this one's."""
    rng = np.random.default_rng(seed)
    total = int(boards.counts.sum())
    share = boards.counts / total
    players = len(boards.players)
    chunk = max(1, _BYTES // (8 * (4 * boards.unit_pairs.size + players * players)))
    parts = []
    for done in range(0, resamples, chunk):
        rows = min(chunk, resamples - done)
        wins, games = pair_sums(boards, rng.multinomial(total, share, size=rows).astype(np.float64))
        prior = rng.exponential(IMAGINED * boards.seats, size=(rows, players, 2))
        parts.append(maximise_near(Contest(boards.pairs, wins, games, prior), strengths, hessian))
    return np.concatenate(parts)


def _small_sample(boards: Boards, played: Integers) -> Floats:
    """By how much resampling understates each player's uncertainty when boards are few; 1 when they are many.

    The fit has bent to the very boards it is measured by: of B boards' B (seats - 1) free numbers it has used up one
    less than there are players. And a spread judged from few boards is itself uncertain: Student's t for the normal.
    """
    free = boards.total * (boards.seats - 1)
    bent = min(0.5, (len(played) - 1) / free)
    widths = {int(own): t_quantile(max(2, int(own) - 1)) for own in np.unique(played)}
    return np.array([widths[int(own)] for own in played]) / (Z * np.sqrt(1 - bent))


def _report(boards: Boards, ratings: Floats, sampled: Floats) -> Fit:
    played = boards.boards_of()
    sampled = ratings + _small_sample(boards, played) * (sampled - ratings)
    low, high = np.quantile(sampled, (0.025, 0.975), axis=0)
    low, high = np.minimum(low, ratings), np.maximum(high, ratings)
    order = sorted(range(len(ratings)), key=lambda at: (-ratings[at], boards.players[at]))
    rated = tuple(
        Rated(
            place=place,
            player=boards.players[at],
            rating=float(ratings[at]),
            low=float(low[at]),
            high=float(high[at]),
            boards=int(played[at]),
        )
        for place, at in enumerate(order, start=1)
    )
    gaps = []
    for above, below, a, b in zip(order, order[1:], rated, rated[1:], strict=False):
        ahead = (sampled[:, above] > sampled[:, below]).mean() + (sampled[:, above] == sampled[:, below]).mean() / 2
        fewest = min(a.boards, b.boards)
        overlap, more = b.high >= a.low, _more_boards(a, b)
        if more is not None:
            more = max(more, LEAST_BOARDS - fewest)
        if more is not None and more > MOST_MORE:
            more = None
        gaps.append(Gap(a.player, b.player, max(0.5, float(ahead)), overlap, more, fewest < LEAST_BOARDS))
    return Fit(rated, tuple(gaps), boards.total)


def _more_boards(above: Rated, below: Rated) -> int | None:
    """Intervals narrow with the root of the boards: (sum of the inner halves / distance) ** 2 times as many do it."""
    distance = above.rating - below.rating
    halves = (above.rating - above.low) + (below.high - below.rating)
    boards = (above.boards + below.boards) / 2
    if distance <= 0 or halves > 100 * distance:
        return None
    return max(0, ceil(boards * ((halves / distance) ** 2 - 1)))
