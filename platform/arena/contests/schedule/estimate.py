"""About how long a contest takes, from how fast matches of its game were played lately."""

from datetime import datetime

from django.core.cache import cache
from django.db.models import F

from arena.contests.models import Contest, Match
from arena.contests.schedule.progress import Progress
from arena.contests.schedule.rounds import planned

RECENT = 60  # matches from which the pace is taken
SECONDS = 30  # so long a pace is kept


def pace(game: str) -> float | None:
    """Games a second while matches of this game were being played, on all workers together; None before any was."""
    kept = cache.get_or_set(f"pace:{game}", lambda: _pace(game) or 0.0, SECONDS)
    return kept or None


def expected_matches(contest: Contest, entries: int) -> int:
    """Of the whole contest, rounds to be drawn included."""
    return planned(contest=contest, rounds=contest.rounds, entries=entries)


def seconds_of(contest: Contest, matches: int) -> float | None:
    """So many matches of the contest if nothing else were played; None where nobody can know."""
    speed = pace(contest.game)
    return None if speed is None else matches * contest.boards * contest.seats / speed


def seconds_left(contest: Contest, counts: Progress, entries: int) -> float | None:
    """Of a running tournament, whose turn in the queue others share; None where nobody can know."""
    total = max(counts.total, expected_matches(contest, entries))
    alone = seconds_of(contest, total - counts.over)
    if alone is None:
        return None
    waiting = Match.objects.filter(state=Match.State.WAITING, contest__state=Contest.State.RUNNING)
    others = waiting.exclude(contest=contest).order_by().values("contest").distinct().count()
    return alone * (1 + others)


def _pace(game: str) -> float | None:
    done = Match.objects.filter(contest__game=game, state=Match.State.DONE, started_at__isnull=False)
    latest = done.order_by("-finished_at").values_list(
        "started_at", "finished_at", F("boards") * F("contest__seats")
    )[:RECENT]
    spans = sorted((start, end, games) for start, end, games in latest if end is not None and end > start)
    busy, until = 0.0, datetime.min.replace(tzinfo=spans[0][0].tzinfo) if spans else None
    for start, end, _ in spans:
        assert until is not None
        if end > until:
            busy += (end - max(start, until)).total_seconds()
            until = end
    return sum(games for *_, games in spans) / busy if busy > 0 else None
