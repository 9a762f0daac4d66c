"""The files of a `satti-bundle/2` that follow from commitment, chain and replays: written, and made again to verify."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from tournaments import seeds
from tournaments.bundle.canonical import canonical
from tournaments.bundle.history import History, Played
from tournaments.bundle.records import DONE, PROVEN, Match, RatingChange
from tournaments.bundle.sheets import crosstable_csv, ratings_csv, standings_csv, standings_of
from tournaments.results import MatchResult

__all__ = ["crosstable_csv", "lines", "matches", "ratings_csv", "record", "signature", "standings"]


def lines(values: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)


def standings(
    history: History, secret: str, results: Mapping[int, MatchResult], changes: Iterable[RatingChange]
) -> tuple[str, str]:
    """What the contest came to, `contest.json`, and `standings.csv`. `results` by match, as replays have them."""
    played = [record(history, match, secret) for match in history.matches.values()]
    done = {match.number: results[match.number] for match in played if match.state == DONE and match.number in results}
    plain, changes = history.contest(secret), list(changes)
    rows = standings_of(plain, played, done, changes)
    whole = replace(plain, byes={row.player: row.byes for row in rows if row.byes})
    more = {"bundle": PROVEN, "state": history.state, "schedule": history.commitment["schedule"]}
    head = json.dumps(more | asdict(whole), ensure_ascii=False, indent=1) + "\n"
    return head, standings_csv(whole, played, done, changes)


def matches(history: History, secret: str, scores: Mapping[int, Any]) -> str:
    """`matches.jsonl`; `scores` of each match as its replay has them."""
    return lines(_line(history, match, secret, scores) for match in history.matches.values())


def _line(history: History, match: Played, secret: str, scores: Mapping[int, Any]) -> dict[str, Any]:
    made = asdict(record(history, match, secret))
    for name in ("replay", "log", "pairs"):
        del made[name]
    done = scores.get(match.number) if match.state == DONE else None
    return made | {"scores": done, "tries": [asdict(one) for one in match.tries]}


def record(history: History, match: Played, secret: str) -> Match:
    return Match(
        number=match.number,
        key=match.key,
        players=match.players,
        seed=seeds.match_seed(secret, match.key),
        boards=match.boards,
        state=match.state,
        rated=bool(match.pairs),
        pairs=match.pairs,
        note=match.note,
        started_at=match.tries[-1].started_at if match.tries else "",
        finished_at=match.finished_at,
    )


def signature(made: Mapping[str, str]) -> bytes:
    """`signature.json`, which holds what the signer said."""
    return canonical(dict(made))
