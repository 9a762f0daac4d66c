"""Ratings as rows of a leaderboard: each with its interval, its trend, and whether it is provisional."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache
from django.db.models import F, Q, Window
from django.db.models.functions import RowNumber

from arena.contests.models import Pool, Rating, RatingChange
from tournaments.ratings import elo, uncertainty

TREND = 24  # matches of a trend line
SAMPLE = 2000  # changes from which the noise of a pool's matches is taken
SECONDS = 60  # so long that noise is kept


@dataclass(frozen=True)
class Row:
    """One bot, in Elo points: `low` and `high` end the 95 % interval; `trend` are its last ratings, oldest first."""

    rating: Rating
    elo: float
    low: float
    high: float
    provisional: bool
    trend: list[float] = field(default_factory=list)
    last: Any = None  # when the last match was rated

    @property
    def bot(self) -> Any:
        return self.rating.bot

    @property
    def change(self) -> float:
        """Over the trend."""
        return self.trend[-1] - self.trend[0] if len(self.trend) > 1 else 0.0


def rows(ratings: Iterable[Rating]) -> list[Row]:
    """Of ratings of any pools, in their order. A fixed number of queries per pool."""
    wanted = list(ratings)
    found: dict[tuple[int, int], Row] = {}
    for pool in {rating.pool_id for rating in wanted}:
        of_pool = [rating for rating in wanted if rating.pool_id == pool]
        noise = noise_of(pool)
        trends = _trends(pool, [rating.bot_id for rating in of_pool])
        for rating in of_pool:
            points = trends.get(rating.bot_id, [])
            half = uncertainty.half_width(rating.matches, noise)
            value = rating.value / 1000
            found[pool, rating.bot_id] = Row(
                rating=rating,
                elo=value,
                low=value - half,
                high=value + half,
                provisional=rating.matches < uncertainty.PROVISIONAL,
                trend=[new / 1000 for new, _ in points],
                last=points[-1][1] if points else None,
            )
    return [found[rating.pool_id, rating.bot_id] for rating in wanted]


def place(rating: Rating) -> tuple[int, int]:
    """Where it stands in its pool, from 1, and among how many."""
    pool = Rating.objects.filter(pool=rating.pool_id)
    ahead = pool.filter(Q(value__gt=rating.value) | Q(value=rating.value, bot_id__lt=rating.bot_id)).count()
    return ahead + 1, pool.count()


def scale(shown: Iterable[Row]) -> tuple[float, float]:
    """The lowest and the highest Elo that any interval reaches."""
    all_rows = list(shown)
    return min((row.low for row in all_rows), default=0.0), max((row.high for row in all_rows), default=0.0)


def noise_of(pool: int) -> float:
    """The mean of (score - expected score)² over the pool's latest matches; of a fair coin before there are any."""
    return float(cache.get_or_set(f"rating-noise:{pool}", lambda: _noise(pool), SECONDS) or 0.25)


def _noise(pool: int) -> float:
    latest = Pool.objects.filter(pk=pool).values_list("sequence", flat=True).first() or 0
    changes = RatingChange.objects.filter(pool=pool, reversal=False, sequence__gt=latest - SAMPLE).values_list(
        "change", flat=True
    )
    squares = [(change / 1000 / elo.K) ** 2 for change in changes]
    return sum(squares) / len(squares) if squares else 0.25


def _trends(pool: int, bots: list[int]) -> dict[int, list[tuple[int, Any]]]:
    """By bot the last ratings, oldest first, each with its time."""
    back = Window(RowNumber(), partition_by=F("bot"), order_by=F("sequence").desc())
    changes = RatingChange.objects.filter(pool=pool, bot__in=bots).annotate(back=back).filter(back__lte=TREND)
    lines: dict[int, list[tuple[int, Any]]] = {}
    for bot, new, at in changes.order_by("sequence").values_list("bot", "new", "at"):
        lines.setdefault(bot, []).append((new, at))
    return lines
