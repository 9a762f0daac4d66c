"""Computer players that think longer, and the sweep for tables that stand still. No task waits for a person."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.db.models.functions import Now

from arena import broker
from arena.play.models import Table
from arena.play.services import moves, presence
from arena.stored_times import passed

LATE_SECONDS = 5  # after which a computer's move must have been lost
SWEPT = 500  # tables at once


@shared_task
def play_computers(table_id: int) -> None:
    """Play on while it is the computer's turn at this table; one that was removed is no error."""
    if Table.objects.filter(pk=table_id).exists():
        moves.play_computers(table_id=table_id)


@shared_task
def sweep() -> None:
    """Queue the computers' moves that no task has made, and stand in for people who are away."""
    late = Table.objects.filter(passed("moved_at", LATE_SECONDS), state=Table.State.PLAYING, computer_due=True)
    broker.send_all(moves.TASK, list(late.order_by("moved_at").values_list("pk", flat=True)[:SWEPT]))
    presence.stand_in()


@shared_task
def prune() -> None:
    """Remove tables at which nobody has moved for PLAY_KEEP_DAYS; those that never began, after a day."""
    Table.objects.filter(moved_at__lt=Now() - timedelta(days=settings.PLAY_KEEP_DAYS)).delete()
    Table.objects.filter(state=Table.State.WAITING, moved_at__lt=Now() - timedelta(days=1)).delete()
