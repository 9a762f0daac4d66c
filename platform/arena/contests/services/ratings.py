"""Elo per game and preset, one event at a time under the pool's lock; `recompute` folds the same events again."""

from collections.abc import Sequence

from arena.contests.models import Match, MatchPlayer, Rating, RatingChange
from arena.contests.services import locks
from tournaments import elo


def rate(*, match: Match, players: Sequence[MatchPlayer]) -> None:
    """Rate a match that is being stored, with its places, inside its transaction. The caller saves `match`."""
    pool = locks.pool(game=match.contest.game, preset=match.contest.preset)
    pool.sequence += 1
    pool.save(update_fields=["sequence"])
    Rating.objects.bulk_create([Rating(pool=pool, bot=p.bot) for p in players], ignore_conflicts=True)
    ratings = {r.bot_id: r for r in Rating.objects.filter(pool=pool, bot__in=[p.bot_id for p in players])}
    old = [ratings[p.bot_id].value for p in players]
    rows = []
    for player, before, change in zip(players, old, elo.changes(old, match.places or ()), strict=True):
        rating = ratings[player.bot_id]
        rating.value, rating.matches = before + change, rating.matches + 1
        rows.append(
            RatingChange(
                pool=pool,
                sequence=pool.sequence,
                match=match,
                bot_id=player.bot_id,
                version_id=player.version_id,
                old=before,
                change=change,
                new=before + change,
            )
        )
    RatingChange.objects.bulk_create(rows)
    Rating.objects.bulk_update(ratings.values(), ["value", "matches"])
    match.rating_sequence = pool.sequence


def take_back(*, match: Match) -> None:
    """Undo what a match did to ratings, as an event of its own; what came between stays. The caller saves `match`."""
    if match.rating_sequence is None:
        return
    pool = locks.pool(game=match.contest.game, preset=match.contest.preset)
    pool.sequence += 1
    pool.save(update_fields=["sequence"])
    done = list(RatingChange.objects.filter(pool=pool, match=match, reversal=False))
    ratings = {r.bot_id: r for r in Rating.objects.filter(pool=pool, bot__in=[c.bot_id for c in done])}
    rows = []
    for earlier in done:
        rating = ratings[earlier.bot_id]
        rows.append(
            RatingChange(
                pool=pool,
                sequence=pool.sequence,
                match=match,
                bot_id=earlier.bot_id,
                version_id=earlier.version_id,
                reversal=True,
                old=rating.value,
                change=-earlier.change,
                new=rating.value - earlier.change,
            )
        )
        rating.value, rating.matches = rating.value - earlier.change, rating.matches - 1
    RatingChange.objects.bulk_create(rows)
    Rating.objects.bulk_update(ratings.values(), ["value", "matches"])
    match.rating_sequence = None
