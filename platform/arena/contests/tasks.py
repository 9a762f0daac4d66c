"""Celery's way in. A task may come twice, late or never: who holds the claim writes, and the sweep finds the rest."""

import socket
import time
from uuid import UUID

import structlog
from celery import current_task, shared_task
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

import bots
from arena.contests.analysis import work
from arena.contests.ladders import ladders
from arena.contests.matches import claims, pruning, results
from arena.contests.matches.runner import ClaimLost, play
from arena.contests.models import Contest
from arena.contests.operations import sandbox
from arena.contests.operations import sweep as sweeping
from arena.contests.schedule import advance, queue
from arena.contests.standings import snapshots

log = structlog.get_logger(__name__)

MOST_SEATS = 6


@shared_task(time_limit=settings.MATCH_SECONDS * MOST_SEATS + 120)
def play_match(match_id: int) -> None:
    """Claim, play and store one match; what fails on our side goes back to waiting, and void at last."""
    worker = (current_task and current_task.request.hostname) or socket.gethostname()
    match = claims.claim(match_id=match_id, worker=worker)
    if match is None or match.claim is None:
        return
    try:
        outcome = play(match)
        if not store(match_id=match_id, token=match.claim, outcome=outcome):
            log.info("a result came after its claim was lost", match=match_id)
    except ClaimLost:
        log.info("a match was taken away while it was played", match=match_id)
    except Exception as failure:  # whatever is not a bot's fault is our own, and costs nobody anything
        log.exception("a match failed on our side", match=match_id, attempt=match.attempts)
        claims.give_back(match_id=match_id, token=match.claim, reason=f"{type(failure).__name__}: {failure}")
    follow_up(match.contest)


def follow_up(contest: Contest) -> None:
    """What a match that is over brings about. It is stored by now: what fails here the sweep tries again."""
    try:
        if contest.kind == "ladder":
            ladders.step()
        else:
            advance.advance(contest_id=contest.pk)
        queue.dispatch()
    except Exception:
        log.exception("what follows a match is left to the sweep", contest=contest.slug)


def store(*, match_id: int, token: UUID, outcome: bots.Outcome) -> bool:
    """Store a result, waiting for a database that restarts as long as the claim may last, which keeps the result from
    being stored twice."""
    until = time.monotonic() + settings.MATCH_LEASE_SECONDS
    while True:
        try:
            return results.store(match_id=match_id, token=token, outcome=outcome)
        except (OperationalError, InterfaceError) as error:
            log.warning("the database does not answer", match=match_id, error=str(error))
            connection.close()
            if time.monotonic() > until:
                raise
            time.sleep(0.5)


@shared_task(name=advance.ADVANCE)
def advance_contest(contest_id: int) -> None:
    advance.advance(contest_id=contest_id)


@shared_task
def compute_statistics(contest_id: int) -> None:
    snapshots.compute(contest_id=contest_id)


@shared_task(time_limit=600)
def analyse() -> None:
    """The next deal in line, whichever that is."""
    work.work()


@shared_task
def prune_ladders() -> None:
    pruning.prune()


@shared_task
def look_at_sandbox() -> None:
    sandbox.look()


@shared_task
def attack_sandbox() -> None:
    sandbox.attack()


@shared_task
def sweep() -> None:
    sweeping.sweep_if_due()
