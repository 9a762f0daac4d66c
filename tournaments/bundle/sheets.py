"""The CSV files of a bundle: what follows from the matches, for spreadsheets. Written and, to verify, written again."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from tournaments import standings
from tournaments.bundle.records import DONE, Contest, Match, RatingChange, bot_of
from tournaments.crosstable import crosstable
from tournaments.results import MatchResult


def standings_csv(
    contest: Contest,
    matches: Iterable[Match],
    results: Mapping[int, MatchResult],
    changes: Iterable[RatingChange] = (),
) -> str:
    """The standings by the contest's rule. `results` by match number, with bots as players; `changes` rate a ladder."""
    rows = standings_of(contest, matches, results, changes)
    if contest.ranking == standings.MEAN:
        head = ["place", "bot", "matches", "byes", "points", "score", *contest.tie_breaks]
        body = [
            [r.place, r.player, r.matches, r.byes, _six(r.points), _six(r.score), *map(_six, r.tie_breaks)]
            for r in rows
        ]
    elif contest.ranking == standings.RATING:
        head = ["place", "bot", "rating", "matches", "points", "score", "removed"]
        body = [
            [
                "" if row.place is None else row.place,
                row.player,
                "" if row.rating is None else _elo(row.rating),
                row.matches,
                _six(row.points),
                _six(row.score),
                "yes" if row.removed else "",
            ]
            for row in rows
        ]
    else:
        head = ["place", "bot", "points", "score", "matches", "byes", "void", "removed", *contest.tie_breaks]
        body = [
            [
                "" if row.place is None else row.place,
                row.player,
                _six(row.points),
                _six(row.score),
                row.matches,
                row.byes,
                row.voids,
                "yes" if row.removed else "",
                *map(_six, row.tie_breaks),
            ]
            for row in rows
        ]
    return _csv(head, body)


def standings_of(
    contest: Contest,
    matches: Iterable[Match],
    results: Mapping[int, MatchResult],
    changes: Iterable[RatingChange] = (),
) -> list[standings.Row]:
    """The standings that follow from the records, by the contest's rule. A malformed key counts for nobody."""
    meetings = []
    for match in matches:
        round = match.key.partition("/")[0]
        if not round.isdecimal():
            continue
        result = results.get(match.number)
        if result and match.state == DONE:
            meetings.append(replace(standings.Meeting.of(result, int(round)), key=match.key))
        else:
            state = "missing" if match.state == DONE else match.state  # its replay is, or does not read
            meetings.append(standings.Meeting(int(round), match.key, tuple(map(bot_of, match.players)), state))
    return standings.ranked(
        contest.ranking,
        meetings,
        [entry.bot for entry in contest.entries],
        removed={entry.bot for entry in contest.entries if entry.removed},
        tie_breaks=contest.tie_breaks,
        ratings=last_ratings(changes),
        byes=contest.byes,
    )


def last_ratings(changes: Iterable[RatingChange]) -> dict[str, int]:
    """Of each bot the rating, in milli-Elo, after the last event among these."""
    return {change.bot: change.new for change in sorted(changes, key=lambda change: change.sequence)}


def crosstable_csv(results: Iterable[MatchResult]) -> str:
    """Percent of the row's bot, the ends of its 95 % interval, and how many boards they stand on."""
    cells = sorted(crosstable(results).items())
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
    return "" if value is None else f"{float(value):.6f}"  # type: ignore[arg-type] # a Fraction


def _elo(milli: int) -> str:
    whole, rest = divmod(abs(milli), 1000)
    return f"{'-' if milli < 0 else ''}{whole}.{rest:03}"
