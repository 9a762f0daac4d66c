"""The check of an uploaded version, and the sweep that finds checks no live task holds."""

import structlog
from celery import shared_task

import bots
import games
from arena.submissions import services
from bots import source as sources

log = structlog.get_logger(__name__)


@shared_task(name=services.CHECK)
def check_version(version_id: int) -> None:
    """Load the bot in the sandbox and let it play a short match against `random`; write down the verdict.
    Doing this twice, or late, changes nothing."""
    version = services.claim(version_id=version_id)
    if version is None:
        return
    try:
        verdict = bots.check(
            sources.read(bytes(version.source), version.filename),
            games.load(version.bot.game),
            bots.Limits(),
            on_step=lambda step: services.report_step(version=version, step=step),
        )
    except Exception as failure:  # whatever is not a verdict is our own failure, never the bot's
        log.exception("a check failed on our side", version=version.label)
        services.give_back(version=version, reason=f"{type(failure).__name__}: {failure}")
        return
    services.settle(version=version, ok=verdict.ok, verdict=str(verdict.kind), reason=verdict.reason, log=verdict.log)


@shared_task
def sweep() -> None:
    services.requeue_lost_checks()
