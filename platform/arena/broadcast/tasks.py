"""Celery's way in. The task may come twice, late or never: what is on view follows from the stored start."""

from celery import shared_task

from arena.broadcast import services


@shared_task
def schedule() -> None:
    services.schedule()
