"""Elo per game and preset, one event at a time under the pool's lock; `recompute` folds the same events again."""

from collections.abc import Sequence

from arena.contests.common import locks
from arena.contests.models import Match, MatchPlayer, Pool, Rating, RatingChange
from tournaments.ratings import elo


def rate(*, match: Match, players: Sequence[MatchPlayer]) -> None:
    """Rate a match that is being stored, with its places, inside its transaction. The caller saves `match`."""
    pool = locks.pool(game=match.contest.game, preset=match.contest.preset)
    Rating.objects.bulk_create([Rating(pool=pool, bot=p.bot) for p in players], ignore_conflicts=True)
    ratings = _ratings(pool, [p.bot_id for p in players])
    moved = elo.changes([ratings[p.bot_id].value for p in players], match.places or ())
    moves = [(ratings[p.bot_id], p.version_id, change) for p, change in zip(players, moved, strict=True)]
    match.rating_sequence = _write(pool, match, moves, reversal=False)


def reverse(*, match: Match) -> None:
    """Undo what a match did to ratings, as an event of its own; what came between stays. The caller saves `match`."""
    if match.rating_sequence is None:
        return
    pool = locks.pool(game=match.contest.game, preset=match.contest.preset)
    done = list(RatingChange.objects.filter(pool=pool, match=match, reversal=False))
    ratings = _ratings(pool, [earlier.bot_id for earlier in done])
    moves = [(ratings[earlier.bot_id], earlier.version_id, -earlier.change) for earlier in done]
    _write(pool, match, moves, reversal=True)
    match.rating_sequence = None


def _ratings(pool: Pool, bots: Sequence[int]) -> dict[int, Rating]:
    return {rating.bot_id: rating for rating in Rating.objects.filter(pool=pool, bot__in=bots)}


def _write(pool: Pool, match: Match, moves: Sequence[tuple[Rating, int, int]], *, reversal: bool) -> int:
    """One event: each rating, the version that played, and by how much it moves. Returns its number in the pool."""
    pool.sequence += 1
    pool.save(update_fields=["sequence"])
    rows = [
        RatingChange(
            pool=pool,
            sequence=pool.sequence,
            match=match,
            bot_id=rating.bot_id,
            version_id=version,
            reversal=reversal,
            old=rating.value,
            change=change,
            new=rating.value + change,
        )
        for rating, version, change in moves
    ]
    for rating, _, change in moves:
        rating.value += change
        rating.matches += -1 if reversal else 1
    RatingChange.objects.bulk_create(rows)
    Rating.objects.bulk_update([rating for rating, _, _ in moves], ["value", "matches"])
    return pool.sequence
