"""What a contest's results say, as the plain JSON of a snapshot. Entries go by their `number`:

standings   [{entry, place, removed, matches, byes, void, points, counted_points, score, rating, tie_breaks}]
cells       {"3-5": [mean, low, high, boards]}      entry 3 against entry 5, 0 to 1, with the 95 % interval
fit         [{entry, rating, low, high, half_width, boards}]        Elo with the 95 % interval, best first
neighbours  [{above, below, superiority, settled, too_few, more_boards}]    in that order; 0.5 to 1 that it is right;
            null: over 1,000 boards
odd         [{first, second, boards, score, expected, chance}]      pairs that surprise the fit
turned      [{entry, boards, first, later, gain, half_width, chance}]   later rotations of a board against the first
alike       {"versions": [ids], "pairs": [{first, second, similarity}]}     uploads of different owners
"""

from typing import Any

from arena.contests.models import Contest, Match, MatchPlayer, Snapshot
from arena.contests.standings.queries import plain
from arena.contests.standings.table import table
from arena.submissions.models import Version
from bots import source as sources
from tournaments.crosstable import crosstable
from tournaments.integrity.collusion import surprises
from tournaments.integrity.similarity import near_identical
from tournaments.integrity.turned import turned
from tournaments.ratings import boards, fit
from tournaments.results import MatchResult

LADDER_WINDOW = 5_000  # a ladder's statistics are of its last matches
MOST_COMPARED = 200  # versions, the newest
EMPTY: dict[str, Any] = {"standings": [], "cells": {}, "fit": [], "neighbours": [], "odd": [], "turned": []}


def load_results(contest: Contest) -> list[MatchResult]:
    """The done matches in the order of the schedule; players are named by their entry's number."""
    done = contest.matches.filter(state=Match.State.DONE).order_by("-number")
    if contest.kind == "ladder":
        done = done[:LADDER_WINDOW]
    places = dict(done.values_list("pk", "places"))
    players: dict[int, list[str]] = {pk: [] for pk in places}
    rows = MatchPlayer.objects.filter(match__in=list(places)).order_by("match", "number")
    for match, number in rows.values_list("match_id", "entry__number"):
        players[match].append(str(number))
    return [
        MatchResult(str(pk), tuple(players[pk]), tuple(tuple(game) for game in places[pk] or ()))
        for pk in sorted(places)
    ]


def describe(contest: Contest, results: list[MatchResult]) -> dict[str, Any]:
    if not results:
        return EMPTY | {"standings": plain(table(contest)), "alike": alike(contest)}
    counted = boards.count(results)
    fitted = fit.fit(counted)
    return {
        "standings": plain(table(contest)),
        "cells": {
            f"{one}-{other}": [cell.mean, cell.low, cell.high, cell.boards]
            for (one, other), cell in crosstable(results).items()
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
                "settled": gap.settled,
                "too_few": gap.too_few,
                "more_boards": gap.more_boards,
            }
            for gap in fitted.gaps
        ],
        "odd": [
            {
                "first": int(pair.first),
                "second": int(pair.second),
                "boards": pair.boards,
                "score": pair.score,
                "expected": pair.expected,
                "chance": pair.chance,
            }
            for pair in surprises(counted)
        ],
        "turned": [
            {
                "entry": int(row.entrant),
                "boards": row.boards,
                "first": round(row.first, 4),
                "later": round(row.later, 4),
                "gain": round(row.gain, 4),
                "half_width": round(row.half_width, 4),
                "chance": round(row.chance, 6),
            }
            for row in turned(results)
        ],
        "alike": alike(contest),
    }


def alike(contest: Contest) -> dict[str, Any]:
    """Compared once for each choice of versions, and kept from the last snapshot while that stays the same."""
    playing = Version.objects.filter(played__match__contest=contest).exclude(source=b"").distinct().order_by("-pk")
    ids = list(playing.values_list("pk", flat=True)[:MOST_COMPARED])
    before = Snapshot.objects.filter(contest=contest).values_list("data__alike", flat=True).first()
    if before and before["versions"] == ids:
        return dict(before)
    versions = Version.objects.filter(pk__in=ids).select_related("bot__owner").defer("log", "reason")
    owners = {version.label: version.bot.owner_id for version in versions}
    pairs = near_identical({version.label: python(version) for version in versions})
    return {
        "versions": ids,
        "pairs": [
            {"first": pair.first, "second": pair.second, "similarity": round(pair.similarity, 3)}
            for pair in pairs
            if owners[pair.first] != owners[pair.second]
        ],
    }


def python(version: Version) -> str:
    """All Python text of an upload in one piece, to be compared and never run."""
    try:
        files = sources.read(bytes(version.source), version.filename, stored=True).files
    except sources.SourceError:
        return ""
    return "\n".join(data.decode(errors="replace") for name, data in sorted(files.items()) if name.endswith(".py"))
