"""Tasks that the database says should be in the broker's queue: handed over, and found again where they were lost.

Rows with a task of their own have `queued_at`: since when the broker should hold it, null while it is to be handed
over. So whatever happens to the broker, the next sweep finds from the database what is to be sent.
"""

from collections.abc import Sequence
from typing import Any

import structlog
from django.db.models import QuerySet

from arena.celery_app import app
from arena.stored_times import passed

log = structlog.get_logger(__name__)


def send_all(task: str, ids: Sequence[int]) -> int:
    """Queue the task once for each id, in order. Returns how many were sent before the broker failed, if it did."""
    for position, pk in enumerate(ids):
        try:
            app.send_task(task, [pk])
        except Exception as error:  # kombu, redis and the socket each have their own kinds
            log.warning("the broker takes no tasks", error=str(error), task=task, kept=len(ids) - position)
            return position
    return len(ids)


def send(task: str) -> bool:
    """Queue a task without arguments, which finds in the database what to do. False where the broker is away."""
    try:
        app.send_task(task)
    except Exception as error:  # kombu, redis and the socket each have their own kinds
        log.warning("the broker takes no tasks", error=str(error), task=task)
        return False
    return True


def length(queue: str) -> int:
    """How many tasks the broker holds that no worker has taken. Raises what the broker's client raises."""
    with app.connection_for_write() as connection:
        return int(connection.default_channel.queue_declare(queue, durable=True).message_count)


def lost(waiting: QuerySet[Any], queue: str, seconds: float) -> list[int]:
    """The ids of those rows that were queued more than `seconds` ago and that the broker does not hold.

    The queue is first in, first out: if it holds fewer tasks than it should, the oldest are the lost ones. A wrong
    guess costs one task that finds nothing to claim.
    """
    queued = waiting.filter(passed("queued_at", seconds), queued_at__isnull=False)
    missing = queued.count() - length(queue)
    return list(queued.order_by("queued_at", "pk").values_list("pk", flat=True)[:missing]) if missing > 0 else []
