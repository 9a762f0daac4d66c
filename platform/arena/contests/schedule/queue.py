"""The way of a waiting match into the broker's queue: a few at a time, on commit, taking the contests in turn.

The queue is kept short, so that pausing, fairness between contests and "where in the queue" are the database's
business. Whatever the broker loses is found by `requeue_lost`.
"""

from collections.abc import Sequence
from datetime import timedelta
from itertools import chain, zip_longest

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from arena.celery_app import app
from arena.contests.models import Contest, Match

log = structlog.get_logger(__name__)
PLAY_MATCH = "arena.contests.tasks.play_match"  # by name: the tasks import the services, and not the other way round
QUEUE = "matches"


def dispatch() -> int:
    """Fill the queue up with waiting matches of running contests. Returns how many were added."""
    queued = Match.objects.filter(state=Match.State.WAITING, queued_at__isnull=False).count()
    room = settings.MATCH_QUEUE_LENGTH - queued
    if room <= settings.MATCH_QUEUE_LENGTH // 2:
        return 0
    with transaction.atomic():
        picked = _next(room)
        Match.objects.filter(pk__in=picked).update(queued_at=Now())
        transaction.on_commit(lambda: send(picked), robust=True)
    return len(picked)


def _next(room: int) -> list[int]:
    running = Contest.objects.filter(state=Contest.State.RUNNING).order_by("started_at").values_list("pk", flat=True)
    free = Match.objects.filter(state=Match.State.WAITING, queued_at__isnull=True).order_by("attempts", "number")
    free = free.select_for_update(skip_locked=True, no_key=True)
    lines = [list(free.filter(contest=contest).values_list("pk", flat=True)[:room]) for contest in running]
    in_turn = chain.from_iterable(zip_longest(*lines))
    return [pk for pk in in_turn if pk is not None][:room]


def send(match_ids: Sequence[int]) -> None:
    """Hand tasks to the broker. Where it is away they go back to the line, and the sweep tries again."""
    for position, pk in enumerate(match_ids):
        try:
            app.send_task(PLAY_MATCH, [pk])
        except Exception as error:  # kombu, redis and the socket each have their own kinds
            log.warning("the broker takes no tasks", error=str(error), kept=len(match_ids) - position)
            Match.objects.filter(pk__in=match_ids[position:], state=Match.State.WAITING).update(queued_at=None)
            return


def length() -> int:
    """How many tasks the broker holds that no worker has taken. Raises what the broker's client raises."""
    with app.connection_for_write() as connection:
        return int(connection.default_channel.queue_declare(QUEUE, durable=True).message_count)


def requeue_lost() -> int:
    """Put back into the line what should be in the queue and is not. Returns how many.

    The queue is first in, first out: if it holds fewer tasks than it should, the oldest are the lost ones. A wrong
    guess costs one task that finds nothing to claim.
    """
    settled = Now() - timedelta(seconds=settings.SWEEP_SECONDS)
    queued = Match.objects.filter(state=Match.State.WAITING, queued_at__isnull=False)
    lost = queued.filter(queued_at__lt=settled).count() - length()
    if lost <= 0:
        return 0
    oldest = list(queued.filter(queued_at__lt=settled).order_by("queued_at", "pk").values_list("pk", flat=True)[:lost])
    return Match.objects.filter(pk__in=oldest, state=Match.State.WAITING).update(queued_at=None)
