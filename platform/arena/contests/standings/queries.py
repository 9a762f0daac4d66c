"""The table of a contest: what has been played up to now, and, from the last snapshot, how sure it is."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.core.cache import cache
from django.db.models import Avg, Count, Q, Sum

from arena.contests.models import Contest, Entry, Match, MatchPlayer, Snapshot

LADDER_SECONDS = 30  # so long the sums of a ladder are kept, which never stops growing and is looked at all the time
Totals = tuple[int, Decimal, Decimal | None, int]


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
    sums = totals(contest)
    entries = contest.entries.select_related("bot__owner", "version__bot__owner").order_by("number")
    entries = entries.defer("version__source", "version__log", "version__reason")
    rows = [Standing(0, entry, *sums.get(entry.pk, (0, Decimal(0), None, 0))) for entry in entries]
    rows.sort(key=lambda row: -1 if row.score is None else row.score, reverse=True)  # stable: by number where level
    data = latest.data if latest else {}
    fits = {row["entry"]: row for row in data.get("fit", ())}  # by the entry's number
    places = {row["entry"]: row["place"] for row in data.get("standings", ())}
    complete = latest is not None and latest.matches * contest.seats == sum(row.matches for row in rows)
    for number, row in enumerate(rows, start=1):
        tied = number > 1 and row.score == rows[number - 2].score
        row.place = places.get(row.entry.number, number) if complete else (rows[number - 2].place if tied else number)
        row.fit = fits.get(row.entry.number)
    return sorted(rows, key=lambda row: row.place)


def totals(contest: Contest) -> dict[int, Totals]:
    """By entry what its done matches add up to: how many, points, mean score, how many with faults of its own. Those
    of a ladder under way may be LADDER_SECONDS old."""
    if contest.kind != "ladder" or contest.is_over:
        return _add_up(contest)
    return cache.get_or_set(f"totals:{contest.pk}", lambda: _add_up(contest), LADDER_SECONDS) or {}


def _add_up(contest: Contest) -> dict[int, Totals]:
    done = MatchPlayer.objects.filter(match__contest=contest, match__state=Match.State.DONE)
    sums = (
        done.order_by()
        .values_list("entry")
        .annotate(Count("pk"), Sum("score"), Avg("score"), faulty=Count("pk", filter=~Q(faults={})))
    )
    return {entry: (matches, points, mean, faulty) for entry, matches, points, mean, faulty in sums}


def scale(rows: list[Standing]) -> tuple[float, float]:
    """The lowest and the highest Elo that any interval reaches."""
    fits = [row.fit for row in rows if row.fit]
    return min((fit["low"] for fit in fits), default=0), max((fit["high"] for fit in fits), default=0)


def gaps(rows: list[Standing], latest: Snapshot | None) -> list[dict[str, Any]]:
    """Neighbours in the order of the fit, `above` and `below` as entries."""
    entries = {row.entry.number: row.entry for row in rows}
    stored = latest.data["neighbours"] if latest else []
    return [gap | {"above": entries[gap["above"]], "below": entries[gap["below"]]} for gap in stored]
