"""The log of a match that everybody may read: what happened, game by game, and nothing that a bot printed. It is for
people, as the pages are: games, boards, rotations, deals and players count from 1; replays and the API count from 0."""

import json
from collections.abc import Iterator
from typing import Any

from arena.contests.matches.queries import explain
from arena.contests.models import Match, Replay


def text(match: Match, stored: Replay | None = None) -> str:
    """`match` comes from `queries.matches.matches`; its replay is fetched where it is not given."""
    rules = f"{match.contest.game}, {match.boards} boards, key {match.key}"
    lines = [f"match {match.number} of {match.contest.name}, id {match.pk}: {rules}"]
    lines += [f"player {player.number + 1}: {player.version.label}" for player in match.players.all()]
    for name, at in (("queued", match.queued_at), ("started", match.started_at), ("finished", match.finished_at)):
        if at:
            lines.append(
                f"{name} {at:%Y-%m-%d %H:%M:%S} UTC" + (f", try {match.attempts}" if name == "started" else "")
            )
    lines.append(f"{match.state}: {explain(match)}")
    stored = stored or Replay.objects.filter(match=match).first()
    if stored:
        lines.append(f"replay: {len(stored.data)} bytes, SHA-256 {stored.sha256}")
        lines += games(json.loads(bytes(stored.data)))
    return "\n".join(lines) + "\n"


def games(document: dict[str, Any]) -> Iterator[str]:
    """A line for every game with its places, one for every fault, and the scores."""
    for number, game in enumerate(document["games"], start=1):
        places = " ".join(map(str, game["places"]))
        played = "" if game["deals"] else ", not played"
        where = f"board {game['board'] + 1}, rotation {game['rotation'] + 1}"
        yield f"game {number}: {where}, places {places}{played}"
        for fault in game["faults"]:
            where = f"deal {fault['deal'] + 1} after {fault['action']} actions"
            yield f"  fault: player {fault['player'] + 1}, {fault['kind']}, {where}"
    scores = " ".join(f"{score:.6f}" for score in document["match_scores"])
    yield f"match scores: {scores}"
