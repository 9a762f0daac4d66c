"""A contest's statistics as a snapshot that pages show, computed by a task whenever results have come in."""

import time
from functools import partial

from django.db import transaction
from django.db.models import Count, Max, Q

from arena import broker
from arena.contests.models import Contest, Match, Snapshot
from arena.contests.standings import contest_statistics
from arena.stored_times import passed

COMPUTE = "arena.contests.tasks.compute_statistics"
PATIENCE = 20  # times as long as it took is waited before a contest under way is computed again


def compute(*, contest_id: int) -> None:
    """Make the snapshot of what is done, again if something changed meanwhile. Twice at once does no harm."""
    contest = Contest.objects.filter(pk=contest_id).first()
    made_from = None
    while contest is not None and made_from != (now := fingerprint(contest)):
        made_from, began = now, time.monotonic()
        results = contest_statistics.load_results(contest)
        data = contest_statistics.describe(contest, results) | {"seconds": round(time.monotonic() - began, 2)}
        values = {"fingerprint": made_from, "matches": len(results), "cells": data.pop("cells"), "data": data}
        Snapshot.objects.update_or_create(contest=contest, defaults=values)
        contest.refresh_from_db(fields=["state"])
        if not contest.is_over:
            break  # more results are coming; the sweep asks again


def fingerprint(contest: Contest) -> str:
    """Changes whenever a result comes in, or goes because it is declared void."""
    done = contest.matches.filter(state=Match.State.DONE)
    seen = done.aggregate(n=Count("pk"), last=Max("pk"), at=Max("finished_at"))
    return f"{seen['n']}/{seen['last']}/{seen['at']}"


def request(*, contest_id: int) -> None:
    """Ask a worker for a new snapshot. If the broker is away the sweep asks again."""
    broker.send_all(COMPUTE, [contest_id])


def outdate(*, contest: Contest) -> None:
    """In the transaction that changes the results of a contest that is over, which sweeps compare no more."""
    Snapshot.objects.filter(contest=contest).update(fingerprint="")
    transaction.on_commit(partial(request, contest_id=contest.pk), robust=True)


def request_due() -> int:
    """Ask for the snapshots that are out of date. Returns how many."""
    begun = Contest.objects.exclude(started_at=None).select_related("snapshot").defer("snapshot__cells")
    asked = 0
    for contest in begun.filter(Q(snapshot=None) | Q(snapshot__fingerprint="") | Q(state__in=Contest.UNDER_WAY)):
        latest: Snapshot | None = getattr(contest, "snapshot", None)
        if (
            latest is None
            or latest.fingerprint == ""
            or (_rested(latest) and latest.fingerprint != fingerprint(contest))
        ):
            request(contest_id=contest.pk)
            asked += 1
    return asked


def _rested(latest: Snapshot) -> bool:
    rest = PATIENCE * latest.data.get("seconds", 0)
    return Snapshot.objects.filter(passed("computed_at", rest), pk=latest.pk).exists()
