"""Every few seconds: what the clock starts, what was lost, what is due. A part that fails does not keep the others from
their work; running the sweep twice at once does no harm."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import connection

from arena.contests.analysis import claims as analyses
from arena.contests.analysis import line
from arena.contests.ladders import ladders
from arena.contests.matches import claims
from arena.contests.models import Heartbeat
from arena.contests.operations import clock, sandbox
from arena.contests.schedule import advance, queue
from arena.contests.standings import snapshots
from arena.contests.tournaments import timetable
from arena.database import is_away

log = structlog.get_logger(__name__)

STEPS: dict[str, Callable[[], int]] = {
    "times in the future corrected": clock.correct,
    "entries opened": timetable.open_due,
    "contests started": timetable.start_due,
    "lost matches freed": claims.free_lost,
    "lost tasks found": queue.requeue_lost,
    "contests to advance": advance.request_due,
    "ladder matches made": ladders.step,
    "statistics asked for": snapshots.request_due,
    "matches queued": queue.dispatch,
    "lost analyses freed": analyses.free_lost,
    "analyses asked for": line.send_due,
    "looks at the sandbox": sandbox.request_look,
}


def sweep_if_due() -> None:
    """Sweep, unless that has just happened: while no worker listened, beat has asked for many sweeps."""
    if not Heartbeat.objects.is_recent("sweep", settings.SWEEP_SECONDS / 2):
        sweep()


def sweep() -> dict[str, int | str]:
    """Do all of it. Returns, and writes down for the operators, what each part did."""
    done: dict[str, int | str] = {}
    for name, step in STEPS.items():
        try:
            done[name] = step()
        except Exception as error:  # reported below and in the log, and tried again by the next sweep
            if is_away(error):
                log.warning("the sweep stops: the database does not answer", part=name, error=str(error))
                connection.close()
                return done
            log.exception("a part of the sweep failed", part=name)
            done[name] = f"{type(error).__name__}: {error}"
    Heartbeat.objects.beat("sweep", done)
    return done
