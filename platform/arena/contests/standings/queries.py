"""The standings as pages and API show them: the table, its entries, and how sure the order is, by the last snapshot."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, Q

from arena.contests.models import Contest, Entry, Match, MatchPlayer, Snapshot
from arena.contests.standings.table import LADDER_SECONDS, table
from tournaments.standings import POINTS, RATING, Row


@dataclass
class Standing:
    """One entry: its row of the table, `faulty` matches with faults of its own, the row of the snapshot's fit."""

    row: Row
    entry: Entry
    faulty: int = 0
    fit: dict[str, Any] | None = None

    def __getattr__(self, name: str) -> Any:
        """Place, matches, byes, voids, points, score and the rest are the row's."""
        if name == "row":  # not there yet while it is being copied
            raise AttributeError(name)
        return getattr(self.row, name)


def snapshot(contest: Contest) -> Snapshot | None:
    """The last one. Its cells are fetched when they are looked at."""
    return Snapshot.objects.filter(contest=contest).defer("cells").first()


def standings(contest: Contest, latest: Snapshot | None) -> list[Standing]:
    """Best first."""
    entries = contest.entries.select_related("bot__owner", "version__bot__owner")
    entries = entries.defer("version__source", "version__log", "version__reason")
    by_number = {str(entry.number): entry for entry in entries}
    faulty = _faulty(contest)
    fits = {row["entry"]: row for row in (latest.data if latest else {}).get("fit", ())}  # by the entry's number
    return [
        Standing(row, entry, faulty.get(entry.pk, 0), fits.get(entry.number))
        for row in table(contest)
        if (entry := by_number.get(row.player))
    ]


def plain(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """Rows as plain JSON, for statistics and their snapshot."""
    return [
        {
            "entry": int(row.player),
            "place": row.place,
            "removed": row.removed,
            "matches": row.matches,
            "byes": row.byes,
            "void": row.voids,
            "points": float(row.points),
            "counted_points": float(row.counted),
            "score": None if row.score is None else float(row.score),
            "rating": None if row.rating is None else row.rating / 1000,
            "tie_breaks": [None if value is None else float(value) for value in row.tie_breaks],
        }
        for row in rows
    ]


def _faulty(contest: Contest) -> dict[int, int]:
    """By entry the matches with faults of its own. Those of a ladder under way may be LADDER_SECONDS old."""
    if contest.kind != "ladder" or contest.is_over:
        return _count_faulty(contest)
    return cache.get_or_set(f"faulty:{contest.pk}", lambda: _count_faulty(contest), LADDER_SECONDS) or {}


def _count_faulty(contest: Contest) -> dict[int, int]:
    done = MatchPlayer.objects.filter(match__contest=contest, match__state=Match.State.DONE).filter(~Q(faults={}))
    return dict(done.order_by().values_list("entry").annotate(Count("pk")))


def scale(rows: list[Standing]) -> tuple[float, float]:
    """The lowest and the highest Elo that any interval reaches."""
    fits = [row.fit for row in rows if row.fit]
    return min((fit["low"] for fit in fits), default=0), max((fit["high"] for fit in fits), default=0)


def gaps(rows: list[Standing], latest: Snapshot | None) -> list[dict[str, Any]]:
    """Neighbours in the order of the fit, `above` and `below` as entries; of bots that were removed meanwhile none."""
    entries = {row.entry.number: row.entry for row in rows if not row.removed}
    stored = latest.data["neighbours"] if latest else []
    return [
        gap | {"above": entries[gap["above"]], "below": entries[gap["below"]]}
        for gap in stored
        if gap["above"] in entries and gap["below"] in entries
    ]


def order_settled(rows: list[Standing], neighbours: list[dict[str, Any]]) -> bool:
    """Whether the fit tells all of at least two bots apart: everybody who was not removed, each neighbour's pair."""
    playing = [row for row in rows if not row.removed and row.matches]
    return 1 < len(playing) == len(neighbours) + 1 and all(gap["settled"] for gap in neighbours)


def rule_of(contest: Contest) -> str:
    """What decides the places, and which rounds they count, for people."""
    if contest.ranking == RATING:
        return "The place follows from the Elo rating after a bot's last match here; bots that left stand below."
    if contest.ranking != POINTS:
        return "The place follows from the percentage, the mean match score; a bye counts one half."
    rule = (
        "The place follows from the points. A bye, a void match and a meeting with a removed bot count one half; "
        "removed bots stand below."
    )
    played = contest.matches.order_by()
    unfinished = played.filter(state__in=[Match.State.WAITING, Match.State.RUNNING])
    open_now = sorted(unfinished.values_list("round", flat=True).distinct())
    if not open_now:
        return rule
    complete = played.values("round").distinct().count() - len(open_now)
    named = f"Round {open_now[0]} is" if len(open_now) == 1 else f"{len(open_now)} rounds are"
    counted = "no round is complete yet" if not complete else f"{complete} complete round{'s' * (complete > 1)}"
    return f"{rule} {named} being played; places count only complete rounds: {counted}."
