"""The check of an uploaded version, and the sweep that finds checks no live task holds."""

import structlog
from celery import shared_task
from django.db import connection

import bots
import games
from arena.database import is_away
from arena.submissions import checks
from bots import source as sources

log = structlog.get_logger(__name__)

LIMITS = bots.Limits(match_seconds=90.0)  # a short match; so no bot can make its check outlast the lease


@shared_task(name=checks.TASK)
def check_version(version_id: int) -> None:
    """Load the bot in the sandbox and let it play a short match against `random`; write down the verdict.
    Doing this twice, or late, changes nothing."""
    version = checks.claim(version_id=version_id)
    if version is None:
        return
    try:
        verdict = bots.check(
            sources.read(bytes(version.source), version.filename, stored=True),
            games.load(version.bot.game),
            LIMITS,
            on_step=lambda step: checks.report_step(version=version, step=step),
        )
    except Exception as failure:  # whatever is not a verdict is our own failure, never the bot's
        log.exception("a check failed on our side", version=version.label)
        checks.give_back(version=version, reason=f"{type(failure).__name__}: {failure}")
        return
    checks.settle(version=version, ok=verdict.ok, verdict=str(verdict.kind), reason=verdict.reason, log=verdict.log)


@shared_task
def sweep() -> None:
    """Each part by itself, so that a broker that is away does not keep lost checks from being freed."""
    for step in (checks.free_lost, checks.requeue_lost, checks.send_waiting):
        try:
            step()
        except Exception as error:  # logged, and tried again by the next sweep
            log.exception("a part of the sweep failed", part=step.__name__)
            if is_away(error):
                connection.close()
                return
