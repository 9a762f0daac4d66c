"""Fold the ratings of a pool anew from its events: what is right stays, what is wrong is named and can be repaired."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from django.db import transaction
from django.db.models import F

from arena.contests.common import locks
from arena.contests.models import Match, Pool, Rating, RatingChange
from tournaments.ratings import elo

BATCH = 2_000


def recompute(*, pool: Pool, repair: bool) -> list[str]:
    """Return what was wrong, a line each. With `repair`, ratings and history are right afterwards."""
    with transaction.atomic():
        locks.pool(game=pool.game, preset=pool.preset)
        fold = Fold(pool)
        wrong = [row for event in fold.events() for row in fold.apply(event)]
        if repair:
            RatingChange.objects.bulk_update(wrong, ["old", "change", "new"], batch_size=BATCH)
        problems = [f"event {row.sequence}, bot {row.bot_id}: it should be {row}" for row in wrong]
        return problems + _ratings(fold, repair) + _matches(pool)


class Fold:
    """The events of a pool played back: by bot its value (milli-Elo) and how many matches count."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.values: dict[int, int] = {}
        self.matches: Counter[int] = Counter()
        taken_back = RatingChange.objects.filter(pool=pool, reversal=True)
        self.moves: dict[int, dict[int, int]] = {match: {} for match in taken_back.values_list("match_id", flat=True)}

    def events(self) -> Iterator[list[RatingChange]]:
        """The rows of each event in the order of the match's players, in which they were made."""
        changes = RatingChange.objects.filter(pool=self.pool).order_by("sequence", "id")
        fields = (
            *("sequence", "bot_id", "reversal", "old", "change", "new", "match__places"),
            *("event__k", "event__players", "event__pairs"),
        )
        rows = changes.select_related("match", "event").only(*fields).iterator(BATCH)
        for _, event in groupby(rows, key=lambda change: change.sequence):
            yield list(event)

    def apply(self, event: list[RatingChange]) -> list[RatingChange]:
        """Fold one event in, by the K and the pairs that are stored with it; its rows that were wrong come back right.
        Events without them are of every pair, with the K of then."""
        bots = [row.bot_id for row in event]
        old = [self.values.get(bot, elo.START) for bot in bots]
        if event[0].reversal:
            moved = [-self.moves[event[0].match_id].get(bot, 0) for bot in bots]
        elif (by := event[0].event) is None:
            moved = elo.changes(old, event[0].match.places or (), elo.FIRST_K)
        else:
            players = [bot for bot, _ in by.players]
            were = [self.values.get(bot, elo.START) for bot in players]
            pairs = [(first, second) for first, second in by.pairs]
            made = dict(zip(players, elo.changes(were, event[0].match.places or (), by.k, pairs), strict=True))
            moved = [made.get(bot, 0) for bot in bots]
        if event[0].match_id in self.moves:
            self.moves[event[0].match_id] = dict(zip(bots, moved, strict=True))
        wrong = []
        for row, before, change in zip(event, old, moved, strict=True):
            self.values[row.bot_id] = before + change
            self.matches[row.bot_id] += -1 if row.reversal else 1
            if (row.old, row.change, row.new) != (before, change, before + change):
                row.old, row.change, row.new = before, change, before + change
                wrong.append(row)
        return wrong


def _ratings(fold: Fold, repair: bool) -> list[str]:
    problems = []
    ratings = {rating.bot_id: rating for rating in Rating.objects.filter(pool=fold.pool)}
    for bot in fold.values.keys() - ratings.keys():
        ratings[bot] = Rating(pool=fold.pool, bot_id=bot)
    for rating in ratings.values():
        right = fold.values.get(rating.bot_id, elo.START), fold.matches[rating.bot_id]
        if (rating.value, rating.matches) != right:
            has = f"{rating.value} after {rating.matches} matches"
            problems.append(f"bot {rating.bot_id} has {has}; it should have {right[0]} after {right[1]}")
            rating.value, rating.matches = right
            if repair:
                rating.save()
    return problems


def _matches(pool: Pool) -> list[str]:
    """Matches whose rating is missing or another's. Nothing here can repair them."""
    done = Match.objects.filter(
        contest__game=pool.game, contest__preset=pool.preset, state=Match.State.DONE, rated=True
    )
    unrated = done.filter(rating_sequence=None).values_list("pk", flat=True)
    counted = RatingChange.objects.filter(pool=pool, reversal=False).exclude(match__state=Match.State.VOID)
    astray = counted.exclude(sequence=F("match__rating_sequence")).values_list("match_id", flat=True).distinct()
    never = [f"match {pk} is done and was never rated" for pk in unrated]
    return never + [f"match {pk} was rated by another event than it says" for pk in astray]
