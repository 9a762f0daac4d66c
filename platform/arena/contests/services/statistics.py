"""A contest's statistics as a snapshot that pages show, computed by a task whenever results have come in.

`data` of a snapshot, all plain JSON, entries by their `number`:
    standings   [{entry, place, matches, byes, points, score, tie_breaks}]
    cells       {"3-5": [mean, low, high, boards]}   of entry 3 against entry 5, 0 to 1, with the 95 % interval
    fit         [{entry, rating, low, high, half_width}]   Elo
    neighbours  [{above, below, los, boards_to_separate, settled}]   in order of the fit
"""

from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q
from tournaments import standings
from tournaments.results import MatchResult

from arena.celery_app import app
from arena.contests.models import Contest, Entry, Match, MatchPlayer, Snapshot

log = structlog.get_logger(__name__)
COMPUTE = "arena.contests.tasks.compute_statistics"
LADDER_WINDOW = 5_000  # a ladder's statistics are of its last matches


def compute(*, contest_id: int) -> None:
    """Make the snapshot of what is done now. Twice at once does no harm: both store the truth of their moment."""
    contest = Contest.objects.filter(pk=contest_id).first()
    if contest is None:
        return
    print_ = fingerprint(contest)
    results = load_results(contest)
    data = describe(contest, results) if results else {"standings": [], "cells": {}, "fit": [], "neighbours": []}
    values = {"fingerprint": print_, "matches": len(results), "data": data}
    Snapshot.objects.update_or_create(contest=contest, defaults=values)


def fingerprint(contest: Contest) -> str:
    """Changes whenever a result comes in, or goes because it is declared void."""
    done = contest.matches.filter(state=Match.State.DONE).aggregate(n=Count("pk"), last=Max("pk"), at=Max("finished_at"))
    return f"{done['n']}/{done['last']}/{done['at']}"


def request(*, contest_id: int) -> None:
    """Ask a worker for a new snapshot. If the broker is away the sweep asks again."""
    try:
        app.send_task(COMPUTE, [contest_id])
    except Exception as error:  # kombu, redis and the socket each have their own kinds
        log.warning("the broker takes no tasks", error=str(error), wanted="statistics", contest=contest_id)


def load_results(contest: Contest) -> list[MatchResult]:
    """The done matches in the order of the schedule; players are named by their entry's number."""
    done = contest.matches.filter(state=Match.State.DONE).order_by("-number")
    if contest.kind == "ladder":
        done = done[:LADDER_WINDOW]
    places = dict(done.values_list("pk", "places"))
    players: dict[int, list[str]] = {pk: [] for pk in places}
    rows = MatchPlayer.objects.filter(match__contest=contest, match__state=Match.State.DONE).order_by("match", "number")
    for match, number in rows.values_list("match_id", "entry__number"):
        if match in players:
            players[match].append(str(number))
    return [
        MatchResult(str(pk), tuple(players[pk]), tuple(tuple(game) for game in places[pk])) for pk in sorted(places)
    ]


def describe(contest: Contest, results: list[MatchResult]) -> dict[str, Any]:
    names = [str(number) for number in contest.entries.values_list("number", flat=True)]
    rows = standings.table(results, names)
    return {
        "standings": [
            {
                "entry": int(row.player),
                "place": row.place,
                "matches": row.matches,
                "byes": row.byes,
                "points": float(row.points),
                "score": float(row.score),
                "tie_breaks": [None if value is None else float(value) for value in row.tie_breaks],
            }
            for row in rows
        ],
        "cells": {
            f"{one}-{other}": [cell.mean, cell.low, cell.high, cell.boards]
            for (one, other), cell in standings.crosstable(results).items()
        },
        "fit": [],
        "neighbours": [],
    }


def request_due() -> int:
    """Ask for the snapshots that are out of date. Returns how many."""
    live = Contest.objects.exclude(state__in=Contest.BEFORE_START).exclude(matches=None).distinct()
    asked = 0
    for contest in live.select_related("snapshot").filter(Q(snapshot=None) | ~Q(state__in=Contest.OVER)):
        latest = getattr(contest, "snapshot", None)
        if latest is None or latest.fingerprint != fingerprint(contest):
            request(contest_id=contest.pk)
            asked += 1
    return asked
