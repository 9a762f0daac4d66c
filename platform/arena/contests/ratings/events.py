"""Elo per game and preset, one event at a time under the pool's lock; `recompute` folds the same events again."""

from collections.abc import Sequence

from arena.accounts.models import BUILTIN
from arena.contests.common import locks
from arena.contests.models import Match, MatchPlayer, Pool, Rating, RatingChange, RatingEvent
from tournaments.ratings import elo
from tournaments.ratings.rated import WHOLE, all_pairs


def rate(*, match: Match, players: Sequence[MatchPlayer]) -> None:
    """Rate a match that is being stored, with its places, inside its transaction. The caller saves `match`."""
    contest = match.contest
    pool = locks.pool(game=contest.game, preset=contest.preset)
    pairs = all_pairs(len(players)) if match.pairs is None else tuple((a, b) for a, b in match.pairs)
    rated = [at for at in range(len(players)) if any(at in pair for pair in pairs)]
    Rating.objects.bulk_create([Rating(pool=pool, bot=players[at].bot) for at in rated], ignore_conflicts=True)
    ratings = _ratings(pool, [p.bot_id for p in players])
    old = [ratings[p.bot_id].value if p.bot_id in ratings else elo.START for p in players]
    rule, k = contest.rating_rule or WHOLE, contest.k or elo.FIRST_K
    moved = elo.changes(old, match.places or (), k, pairs)
    moves = [(ratings[players[at].bot_id], players[at].version_id, moved[at]) for at in rated]
    owners = [[p.bot_id, None if p.bot.owner.username == BUILTIN else p.bot.owner_id] for p in players]
    event = RatingEvent(pool=pool, rule=rule, k=k, players=owners, pairs=pairs)
    match.rating_sequence = _write(pool, match, moves, event, reversal=False)


def reverse(*, match: Match) -> None:
    """Undo what a match did to ratings, as an event of its own; what came between stays. The caller saves `match`."""
    if match.rating_sequence is None:
        return
    pool = locks.pool(game=match.contest.game, preset=match.contest.preset)
    done = list(RatingChange.objects.filter(pool=pool, match=match, reversal=False).select_related("event"))
    ratings = _ratings(pool, [earlier.bot_id for earlier in done])
    moves = [(ratings[earlier.bot_id], earlier.version_id, -earlier.change) for earlier in done]
    event = done[0].event if done else None
    if event is not None:
        event = RatingEvent(pool=pool, rule=event.rule, k=event.k, players=event.players, pairs=event.pairs)
    _write(pool, match, moves, event, reversal=True)
    match.rating_sequence = None


def _ratings(pool: Pool, bots: Sequence[int]) -> dict[int, Rating]:
    return {rating.bot_id: rating for rating in Rating.objects.filter(pool=pool, bot__in=bots)}


def _write(
    pool: Pool,
    match: Match,
    moves: Sequence[tuple[Rating, int, int]],
    event: RatingEvent | None,
    *,
    reversal: bool,
) -> int:
    """One event: each rating, the version that played, and by how much it moves. Returns its number in the pool."""
    pool.sequence += 1
    pool.save(update_fields=["sequence"])
    if event is not None:
        event.sequence = pool.sequence
        event.save()
    rows = [
        RatingChange(
            pool=pool,
            event=event,
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
