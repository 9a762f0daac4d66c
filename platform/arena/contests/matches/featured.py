"""A finished match for a table that plays by itself: on the home page, and on the page of a contest that runs."""

import json
from typing import Any

from django.core.cache import cache
from django.urls import reverse

from arena.contests.matches.queries import matches, replay_of
from arena.contests.models import Contest, Match
from arena.errors import Missing
from games import frames

SECONDS = 60  # so long a choice stays: everybody sees the same table, and a replay is read once
LOOKED_AT = 12  # of the newest matches


def featured(contest: Contest | None = None) -> dict[str, Any] | None:
    """A match for `table/_playing.html`: of the newest ones without a fault the first of two players, or else any."""
    key = f"featured:{contest.pk if contest else 'all'}"
    found = cache.get_or_set(key, lambda: _choose(contest) or {}, SECONDS)
    return found or None


def _choose(contest: Contest | None) -> dict[str, Any] | None:
    done = matches(state=Match.State.DONE, replay__isnull=False)
    if contest is not None:
        done = done.filter(contest=contest)
    newest = list(done.order_by("-finished_at")[:LOOKED_AT])
    clean = [match for match in newest if not any(player.faults for player in match.players.all())]
    for match in sorted(clean or newest, key=lambda match: match.contest.seats):  # a small table fits a phone
        try:
            return _playing(match)
        except Missing:  # removed meanwhile
            continue
    return None


def _playing(match: Match) -> dict[str, Any]:
    document = json.loads(bytes(replay_of(match.pk).data))
    told = frames.summary(document)
    game = _closest(told["games"])
    return {
        "json": {
            **{name: told[name] for name in ("game", "options", "names", "scored")},
            "seats": game["seats"],
            "view": None if len(told["names"]) == 2 else _winner(game),  # of many hands one is open
            "frames": f"{reverse('api:match-frames', args=[match.pk])}?game={game['number']}",
        },
        "game": told["game"],
        "seats": len(told["names"]),
        "number": game["number"] + 1,
        "games": len(told["games"]),
        "replay": f"{reverse('match-replay', args=[match.pk])}#game={game['number'] + 1}",
        "contest": match.contest.name,
        "contest_url": match.contest.get_absolute_url(),
        "round": match.round,
        "rounds": match.contest.rounds if match.contest.kind == "tournament" else None,
    }


def _winner(game: dict[str, Any]) -> int:
    """The seat of somebody who won."""
    return int(game["seats"].index(game["places"].index(1)))


def _closest(played: list[dict[str, Any]]) -> dict[str, Any]:
    """The last game without a fault: the end of the match is where it was decided."""
    clean = [game for game in played if not game["faults"]]
    return (clean or played)[-1]
