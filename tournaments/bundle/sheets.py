"""The CSV files of a bundle: what follows from the matches, for spreadsheets. Written and, to verify, written again."""

import csv
import io
from collections.abc import Iterable, Sequence

from tournaments import standings
from tournaments.bundle.records import Contest, RatingChange
from tournaments.results import MatchResult


def standings_csv(contest: Contest, results: Sequence[MatchResult]) -> str:
    bots = [entry.bot for entry in contest.entries]
    rows = standings.table(results, bots, contest.byes, contest.tie_breaks)
    head = ["place", "bot", "matches", "byes", "points", "score", *contest.tie_breaks]
    body = (
        [row.place, row.player, row.matches, row.byes, _six(row.points), _six(row.score)]
        + ["" if value is None else _six(value) for value in row.tie_breaks]
        for row in rows
    )
    return _csv(head, body)


def crosstable_csv(results: Sequence[MatchResult]) -> str:
    """Percent of the row's bot, the ends of its 95 % interval, and how many boards they stand on."""
    cells = sorted(standings.crosstable(results).items())
    head = ["bot", "opponent", "percent", "low", "high", "boards"]
    body = (
        [*pair, f"{100 * cell.mean:.3f}", f"{100 * cell.low:.3f}", f"{100 * cell.high:.3f}", cell.boards]
        for pair, cell in cells
    )
    return _csv(head, body)


def ratings_csv(changes: Iterable[RatingChange]) -> str:
    """Elo with its three decimals, exact."""
    head = ["sequence", "match", "bot", "old", "change", "new", "reversal"]
    body = (
        [c.sequence, c.match, c.bot, _elo(c.old), _elo(c.change), _elo(c.new), "yes" if c.reversal else ""]
        for c in changes
    )
    return _csv(head, body)


def _csv(head: Sequence[str], body: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(head)
    sheet.writerows(body)
    return out.getvalue()


def _six(value: object) -> str:
    return f"{float(value):.6f}"  # type: ignore[arg-type] # a Fraction


def _elo(milli: int) -> str:
    whole, rest = divmod(abs(milli), 1000)
    return f"{'-' if milli < 0 else ''}{whole}.{rest:03}"
