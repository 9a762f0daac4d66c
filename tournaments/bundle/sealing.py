"""Writing a `satti-bundle/2`: signed, with everything that proves it."""

import hashlib
import json
import zipfile
from collections.abc import Iterable, Mapping
from typing import IO, Any

from tournaments.bundle import chain, files
from tournaments.bundle.history import History
from tournaments.bundle.records import DONE, RatingChange, bot_of
from tournaments.bundle.signature import Signer, manifest
from tournaments.bundle.writing import member
from tournaments.results import MatchResult, from_replay

Stored = tuple[int, bytes | None, str]
"""Of a match: its number, its replay if it ever had a result, and its public log."""


def seal(
    out: IO[bytes],
    *,
    secret: str,
    commitment: bytes,
    records: Iterable[bytes],
    stored: Iterable[Stored],
    changes: Iterable[RatingChange],
    audit: Iterable[Mapping[str, Any]],
    sign: Signer,
) -> None:
    """Write a zip to `out`. The same parts give the same bytes.

    `commitment` and `records` (the lines of the chain, without their ends) are taken as they are. `stored` has every
    match in the order of the numbers and is read once, so it may be a generator that fetches one replay at a time.
    ValueError where it does not have what the chain tells of.
    """
    kept = list(records)
    history = History(json.loads(commitment))
    for record in kept:
        history.apply(json.loads(record))
    scores: dict[int, Any] = {}
    results: dict[int, MatchResult] = {}
    logs: list[dict[str, Any]] = []
    digest = hashlib.sha256()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(member("replays.jsonl"), "w", force_zip64=True) as replays:
            for number, data, log in stored:
                match = history.matches[number]
                logs.append({"number": number, "log": log})
                if not match.replay_sha256:
                    continue
                if data is None or chain.hash_of(data) != match.replay_sha256:
                    raise ValueError(f"match {number} does not have the replay that its chain tells of")
                replays.write(data)
                digest.update(data)
                if match.state == DONE:
                    document = json.loads(data)
                    scores[number] = document["match_scores"]
                    result = from_replay(match.key, document)
                    results[number] = MatchResult(match.key, tuple(map(bot_of, result.players)), result.places)
        if len(logs) != len(history.matches):
            raise ValueError(f"{len(logs)} matches are stored, and the chain tells of {len(history.matches)}")
        changes = list(changes)
        head, standings = files.standings(history, secret, results, changes)
        texts: dict[str, str | bytes] = {
            "contest.json": head,
            "commitment.json": commitment,
            "chain.jsonl": b"".join(record + b"\n" for record in kept),
            "matches.jsonl": files.matches(history, secret, scores),
            "ratings.jsonl": files.lines(change.line() for change in changes),
            "ratings.csv": files.ratings_csv(changes),
            "standings.csv": standings,
            "crosstable.csv": files.crosstable_csv(results.values()),
            "logs.jsonl": files.lines(logs),
            "audit.jsonl": files.lines(audit),
        }
        data_of = {name: text if isinstance(text, bytes) else text.encode() for name, text in texts.items()}
        digests = {name: chain.hash_of(data) for name, data in data_of.items()} | {"replays.jsonl": digest.hexdigest()}
        data_of["manifest.json"] = manifest(digests)
        data_of["signature.json"] = files.signature(sign(data_of["manifest.json"]))
        for name, data in data_of.items():
            archive.writestr(member(name), data)
