"""The table of a contest: what has been played up to now, and, from the last snapshot, how sure it is."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Avg, Count, F, Q, Sum

from arena.contests.models import Contest, Entry, Match, Snapshot


@dataclass
class Standing:
    """One entry. `score` is the mean match score, None before the first; `fit` the row of the snapshot's fit."""

    place: int
    entry: Entry
    matches: int
    points: Decimal
    score: Decimal | None
    faulty: int
    fit: dict[str, Any] | None = None

    @property
    def percent(self) -> float | None:
        return None if self.score is None else 100 * float(self.score)


def snapshot(contest: Contest) -> Snapshot | None:
    """The last one. Its cells are fetched when they are looked at."""
    return Snapshot.objects.filter(contest=contest).defer("cells").first()


def standings(contest: Contest, latest: Snapshot | None) -> list[Standing]:
    """Best first: once a snapshot has every match in its order, with its tie breaks; until then by mean score."""
    done = Q(played__match__state=Match.State.DONE)
    entries = (
        contest.entries.select_related("bot__owner", "version__bot__owner")
        .defer("version__source", "version__log", "version__reason")
        .annotate(
            matches=Count("played", filter=done),
            points=Sum("played__score", filter=done),
            mean=Avg("played__score", filter=done),
            faulty=Count("played", filter=done & ~Q(played__faults={})),
        )
        .order_by(F("mean").desc(nulls_last=True), "number")
    )
    rows = [Standing(0, e, e.matches, e.points or Decimal(0), e.mean, e.faulty) for e in entries]
    data = latest.data if latest else {}
    fits = {row["entry"]: row for row in data.get("fit", ())}  # by the entry's number
    places = {row["entry"]: row["place"] for row in data.get("standings", ())}
    complete = latest is not None and latest.matches == contest.matches.filter(state=Match.State.DONE).count()
    for number, row in enumerate(rows, start=1):
        tied = number > 1 and row.score == rows[number - 2].score
        row.place = places.get(row.entry.number, number) if complete else (rows[number - 2].place if tied else number)
        row.fit = fits.get(row.entry.number)
    return sorted(rows, key=lambda row: row.place)


def scale(rows: list[Standing]) -> tuple[float, float]:
    """The lowest and the highest Elo that any interval reaches."""
    fits = [row.fit for row in rows if row.fit]
    return min((fit["low"] for fit in fits), default=0), max((fit["high"] for fit in fits), default=0)


def gaps(rows: list[Standing], latest: Snapshot | None) -> list[dict[str, Any]]:
    """Neighbours in the order of the fit, `above` and `below` as entries."""
    entries = {row.entry.number: row.entry for row in rows}
    stored = latest.data["neighbours"] if latest else []
    return [gap | {"above": entries[gap["above"]], "below": entries[gap["below"]]} for gap in stored]
