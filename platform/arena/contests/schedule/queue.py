"""How a waiting match gets into the broker's queue: a few at a time, on commit, taking the contests in turn.

The queue is kept short, so that pausing, fairness between contests and "where in the queue" are the database's
business. Whatever the broker loses is found by `requeue_lost`.
"""

from collections.abc import Sequence
from itertools import zip_longest

from django.conf import settings
from django.contrib.postgres.expressions import ArraySubquery
from django.db import connection, transaction
from django.db.models import Exists, Max, OuterRef
from django.db.models.functions import Now

from arena import broker
from arena.contests.models import Contest, Match

PLAY_MATCH = "arena.contests.tasks.play_match"  # by name: the tasks import the services, and not the other way round
QUEUE = "matches"
DISPATCH_LOCK = 0x5A771  # PostgreSQL's advisory lock of whoever fills the queue


def dispatch() -> int:
    """Fill the queue up with waiting matches of running contests. Returns how many were added."""
    if _room() <= settings.MATCH_QUEUE_LENGTH // 2:
        return 0
    with transaction.atomic():
        with connection.cursor() as cursor:  # one at a time, or two would see the same room and the same matches
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [DISPATCH_LOCK])
        picked = _next(max(_room(), 0))
        free = Match.objects.filter(state=Match.State.WAITING, queued_at__isnull=True)
        queued = free.filter(pk__in=picked).update(queued_at=Now())
        transaction.on_commit(lambda: send(picked), robust=True)
    return queued


def _room() -> int:
    queued = Match.objects.filter(state=Match.State.WAITING, queued_at__isnull=False)
    return settings.MATCH_QUEUE_LENGTH - queued.count()


def _next(room: int) -> list[int]:
    """The next matches: a round of turns is one match of each running contest that has any, and the contest that was
    served longest ago comes first. No more than `room` contests can be served, so no more are read."""
    free = Match.objects.filter(contest=OuterRef("pk"), state=Match.State.WAITING, queued_at__isnull=True)
    line = free.order_by("attempts", "number").values("pk")[:room]
    waiting = Contest.objects.filter(Exists(free), state=Contest.State.RUNNING).order_by("served", "pk")
    rows = list(waiting.values_list("pk", ArraySubquery(line))[:room])
    in_turn = [
        (contest, match)
        for round_ in zip_longest(*([(pk, match) for match in matches] for pk, matches in rows))
        for contest, match in filter(None, round_)
    ][:room]
    _note_turns([contest for contest, _ in in_turn])
    return [match for _, match in in_turn]


def _note_turns(contests: Sequence[int]) -> None:
    """Number the turns on from the last one; of several turns of a contest the last counts. Numbers and not times,
    since a clock may be wrong."""
    last = Contest.objects.aggregate(last=Max("served"))["last"] or 0
    turns = {pk: last + at for at, pk in enumerate(contests, start=1)}
    Contest.objects.bulk_update([Contest(pk=pk, served=turn) for pk, turn in turns.items()], ["served"])


def send(match_ids: Sequence[int]) -> None:
    """Hand tasks to the broker. While it is away they go back to the line, and the sweep tries again."""
    sent = broker.send_all(PLAY_MATCH, match_ids)
    if sent < len(match_ids):
        Match.objects.filter(pk__in=match_ids[sent:], state=Match.State.WAITING).update(queued_at=None)


def length() -> int:
    """How many tasks the broker holds that no worker has taken. Raises what the broker's client raises."""
    return broker.length(QUEUE)


def requeue_lost() -> int:
    """Put back into the line what should be in the queue and is not. Returns how many."""
    lost = broker.lost(Match.objects.filter(state=Match.State.WAITING), QUEUE, settings.SWEEP_SECONDS)
    return Match.objects.filter(pk__in=lost, state=Match.State.WAITING).update(queued_at=None)
