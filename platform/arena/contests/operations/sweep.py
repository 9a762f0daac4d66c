"""Every few seconds: what the clock starts, what was lost, what is due. Each part stands for itself, so that one that
fails does not keep the others from their work; running it twice at once does no harm."""

from collections.abc import Callable

import structlog
from django.db import InterfaceError, OperationalError, connection
from django.utils import timezone

from arena.contests.ladders import ladders
from arena.contests.matches import claims
from arena.contests.models import Pulse
from arena.contests.operations import sandbox
from arena.contests.schedule import queue
from arena.contests.standings import snapshots
from arena.contests.tournaments import timetable

log = structlog.get_logger(__name__)

STEPS: dict[str, Callable[[], int]] = {
    "entries opened": timetable.open_due,
    "contests started": timetable.start_due,
    "lost matches freed": claims.free_lost,
    "lost tasks found": queue.requeue_lost,
    "contests moved on": timetable.advance_idle,
    "ladder matches made": ladders.step,
    "statistics asked for": snapshots.request_due,
    "matches queued": queue.dispatch,
    "looks at the sandbox": sandbox.request_look,
}


def sweep() -> dict[str, int | str]:
    """Do all of it. Returns, and writes down for the operators, what each part did."""
    done: dict[str, int | str] = {}
    for name, step in STEPS.items():
        try:
            done[name] = step()
        except (OperationalError, InterfaceError) as error:
            log.warning("the sweep stops: the database does not answer", part=name, error=str(error))
            connection.close()
            return done
        except Exception as error:  # reported below and in the log, and tried again by the next sweep
            log.exception("a part of the sweep failed", part=name)
            done[name] = f"{type(error).__name__}: {error}"
    Pulse.objects.update_or_create(name="sweep", defaults={"at": timezone.now(), "detail": done})
    return done
