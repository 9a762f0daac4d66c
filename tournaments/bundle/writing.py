"""Writing a `satti-bundle/1`, of a contest that started before there were commitments."""

import json
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import IO, Any

from tournaments.bundle.records import DONE, FORMAT, Contest, Match, RatingChange, bot_of
from tournaments.bundle.sheets import crosstable_csv, ratings_csv, standings_csv
from tournaments.results import MatchResult, from_replay


def write(
    out: IO[bytes],
    contest: Contest,
    matches: Iterable[Match],
    changes: Iterable[RatingChange] = (),
    audit: Iterable[Mapping[str, Any]] = (),
) -> None:
    """Write a zip to `out`; the same records give the same bytes.

    `matches` in the order of their numbers is read once, so it may be a generator that fetches one replay at a time.
    Standings and cross table are made here, from the replays. `audit` are the lines of the audit log, plain JSON.
    """
    lines: list[dict[str, Any]] = []
    logs: list[dict[str, Any]] = []
    results: dict[int, MatchResult] = {}
    read: list[Match] = []
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(member("replays.jsonl"), "w", force_zip64=True) as replays:
            for match in matches:
                line = asdict(match)
                for name in ("replay", "pairs"):
                    line.pop(name)
                read.append(replace(match, replay=None, log=""))
                logs.append({"number": match.number, "log": line.pop("log")})
                line["scores"] = None
                if match.state == DONE:
                    if match.replay is None:
                        raise ValueError(f"match {match.number} is done and has no replay")
                    replay = json.loads(match.replay)
                    line["scores"] = replay["match_scores"]
                    result = from_replay(match.key, replay)
                    results[match.number] = MatchResult(match.key, tuple(map(bot_of, result.players)), result.places)
                    replays.write(match.replay.rstrip(b"\n") + b"\n")
                lines.append(line)
        changes = list(changes)
        files = {
            "contest.json": json.dumps({"bundle": FORMAT} | asdict(contest), ensure_ascii=False, indent=1) + "\n",
            "matches.jsonl": _lines(lines),
            "ratings.jsonl": _lines(change.line() for change in changes),
            "ratings.csv": ratings_csv(changes),
            "standings.csv": standings_csv(contest, read, results, changes),
            "crosstable.csv": crosstable_csv(results.values()),
            "logs.jsonl": _lines(logs),
            "audit.jsonl": _lines(audit),
        }
        for name, text in files.items():
            archive.writestr(member(name), text.encode())


def member(name: str) -> zipfile.ZipInfo:
    """A member that says nothing of when and where it was written."""
    info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    info.external_attr = 0o644 << 16
    return info


def _lines(values: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n" for value in values)
