"""Celery beat's schedule: that of the settings, in memory, on a clock that nobody sets.

Celery's own schedulers store when each task ran last and compare that with the wall clock. After a clock that was ahead
they would wait until it gets there again. Here a task is due when the scheduler starts and then every so many seconds.
"""

import time
from typing import Any

import structlog
from celery.beat import ScheduleEntry, Scheduler
from django.db import DatabaseError, InterfaceError, connection

from arena.contests.models import Heartbeat

log = structlog.get_logger(__name__)
HEARTBEAT = "beat"
HEARTBEAT_SECONDS = 5.0


class MonotonicScheduler(Scheduler):
    """Runs every entry of CELERY_BEAT_SCHEDULE at once and then at its interval, and shows that it is alive."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.due: dict[str, float] = {}
        self.heartbeat_due = 0.0
        super().__init__(*args, **kwargs)

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due. Returns the seconds until something is due again."""
        now = time.monotonic()
        for entry in self.schedule.values():
            if now >= self.due.setdefault(entry.name, now):
                self.due[entry.name] = now + entry.schedule.run_every.total_seconds()
                self._send(entry)
        if now >= self.heartbeat_due:
            self.heartbeat_due = now + HEARTBEAT_SECONDS
            self._show_life()
        wait = min([*self.due.values(), self.heartbeat_due]) - time.monotonic()
        return max(0.0, min(wait, float(self.max_interval)))

    def _send(self, entry: ScheduleEntry) -> None:
        try:
            self.app.send_task(entry.task, entry.args, entry.kwargs, **entry.options)
        except Exception as error:  # kombu, redis and the socket each have their own kinds
            log.warning("the broker takes no tasks", error=str(error), task=entry.task)

    def _show_life(self) -> None:
        try:
            Heartbeat.objects.beat(HEARTBEAT)
        except (DatabaseError, InterfaceError) as error:
            log.warning("the database does not answer", error=str(error))
            connection.close()
