"""A contest's statistics as a snapshot that pages show, computed by a task whenever results have come in.

`data` of a snapshot, all plain JSON, entries by their `number`:
    standings   [{entry, place, matches, byes, points, score, tie_breaks}]
    cells       {"3-5": [mean, low, high, boards]}   of entry 3 against entry 5, 0 to 1, with the 95 % interval
    fit         [{entry, rating, low, high, half_width, boards}]   Elo with the 95 % interval, best first
    neighbours  [{above, below, superiority, settled, more_boards}]   in that order; `superiority` 0 to 1 that the order is right
    alike       {"versions": [ids], "pairs": [{one, other, share}]}   uploads of different owners
"""

from functools import partial
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Count, Max, Q

from arena.celery_app import app
from arena.contests.models import Contest, Entry, Match, MatchPlayer, Snapshot
from arena.contests.services import uploads
from arena.submissions.models import Version
from tournaments import fit, standings
from tournaments.results import MatchResult

log = structlog.get_logger(__name__)
COMPUTE = "arena.contests.tasks.compute_statistics"
LADDER_WINDOW = 5_000  # a ladder's statistics are of its last matches
MOST_COMPARED = 200  # versions, the newest


def compute(*, contest_id: int) -> None:
    """Make the snapshot of what is done, again if something changed meanwhile. Twice at once does no harm."""
    contest = Contest.objects.filter(pk=contest_id).first()
    made_from = None
    while contest is not None and made_from != (now := fingerprint(contest)):
        made_from = now
        results = load_results(contest)
        data = describe(contest, results) if results else {"standings": [], "cells": {}, "fit": [], "neighbours": []}
        data["alike"] = _alike(contest)
        values = {"fingerprint": made_from, "matches": len(results), "data": data}
        Snapshot.objects.update_or_create(contest=contest, defaults=values)


def fingerprint(contest: Contest) -> str:
    """Changes whenever a result comes in, or goes because it is declared void."""
    done = contest.matches.filter(state=Match.State.DONE).aggregate(
        n=Count("pk"), last=Max("pk"), at=Max("finished_at")
    )
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
    tie_breaks = standings.SWISS if contest.format == Contest.Format.SWISS else standings.EVERYBODY_MEETS
    rows = standings.table(results, names, _byes(contest), tie_breaks)
    fitted = fit.fit(results)
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
        "fit": [
            {
                "entry": int(row.player),
                "rating": round(row.rating, 1),
                "low": round(row.low, 1),
                "high": round(row.high, 1),
                "half_width": round(max(row.high - row.rating, row.rating - row.low), 1),
                "boards": row.boards,
            }
            for row in fitted.rated
        ],
        "neighbours": [
            {
                "above": int(gap.above),
                "below": int(gap.below),
                "superiority": round(gap.superiority, 4),
                "settled": not gap.overlap,
                "more_boards": gap.more_boards,
            }
            for gap in fitted.gaps
        ],
    }


def _alike(contest: Contest) -> dict[str, Any]:
    """Compared once for each choice of versions, and kept from the last snapshot while that stays the same."""
    playing = Version.objects.filter(played__match__contest=contest).exclude(source=b"").distinct().order_by("-pk")
    ids = list(playing.values_list("pk", flat=True)[:MOST_COMPARED])
    before = Snapshot.objects.filter(contest=contest).values_list("data__alike", flat=True).first()
    if before and before["versions"] == ids:
        return dict(before)
    versions = Version.objects.filter(pk__in=ids).select_related("bot__owner").defer("log", "reason")
    return {"versions": ids, "pairs": uploads.alike(versions)}


def _byes(contest: Contest) -> dict[str, int]:
    """Of a Swiss tournament: the rounds from which an entry has no result count as even matches."""
    if contest.format != Contest.Format.SWISS:
        return {}
    rounds = contest.matches.aggregate(last=Max("round"))["last"] or 0
    done = Count("played", filter=Q(played__match__state=Match.State.DONE))
    rows = contest.entries.filter(state=Entry.State.ACTIVE).annotate(n=done).values_list("number", "n")
    return {str(number): rounds - n for number, n in rows if n < rounds}


def outdate(*, contest: Contest) -> None:
    """In the transaction that changes the results of a contest that is over, which sweeps compare no more."""
    Snapshot.objects.filter(contest=contest).update(fingerprint="")
    transaction.on_commit(partial(request, contest_id=contest.pk), robust=True)


def request_due() -> int:
    """Ask for the snapshots that are out of date. Returns how many."""
    begun = Contest.objects.exclude(started_at=None).select_related("snapshot")
    asked = 0
    for contest in begun.filter(Q(snapshot=None) | Q(snapshot__fingerprint="") | Q(state__in=Contest.UNDER_WAY)):
        latest = getattr(contest, "snapshot", None)
        if latest is None or latest.fingerprint != fingerprint(contest):
            request(contest_id=contest.pk)
            asked += 1
    return asked
