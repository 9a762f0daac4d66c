"""The page of a replay (its template and scripts are the viewer's own), its text version and its download."""

import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.contests.analysis.deals import has_solver
from arena.contests.matches import moves_log
from arena.contests.matches.queries import replay_of
from arena.contests.models import Match
from arena.downloads import unchanging
from arena.errors import Missing
from arena.http_types import Request
from arena.inputs import query, whole
from arena.table.messages import messages
from games import frames


@require_safe
def replay_page(request: Request, pk: int) -> HttpResponse:
    """Card by card; the scripts fetch the frames of a game from the API."""
    context = _told(pk)
    solved = has_solver(context["document"]["game"])
    context["replay"] |= {"solved": solved, "key": str(pk)}
    context["messages"] = messages()
    context["api"] = {
        "frames": reverse("api:match-frames", args=[pk]),
        "values": reverse("api:match-values", args=[pk]) if solved else "",
        "log": reverse("api:match-log-moves", args=[pk]) if _has_log(request, context["match"]) else "",
    }
    return render(request, "contests/replay.html", context)


@query("game")
@require_safe
def replay_text(request: Request, pk: int) -> HttpResponse:
    """Every step of one game in words: `?game=` its number, from 1 as on all pages."""
    context = _told(pk)
    number = whole(request.GET.get("game", "1"), "game", 1, 10**6)
    try:
        steps = frames.frames(context["document"], number - 1)
    except IndexError:
        raise Missing(f"This match has games 1 to {len(context['document']['games'])}.") from None
    deals = [(deal, list(told)) for deal, told in groupby(steps, key=lambda step: step["deal"])]
    return render(request, "contests/replay_text.html", context | {"number": number, "deals": deals})


@require_safe
def replay_download(request: Request, pk: int) -> HttpResponse:
    """The stored bytes, which are what `games.replay` makes of the seed and the actions."""
    stored = replay_of(pk)
    response = unchanging(HttpResponse(bytes(stored.data), content_type="application/json"), stored.sha256)
    response.headers["Content-Disposition"] = f'attachment; filename="match-{pk}.replay.json"'
    return response


def _has_log(request: Request, match: Match) -> bool:
    """Whether this reader may see what a bot printed, and it was recorded by move."""
    numbers = [player.number for player in moves_log.readable(request.user, match)]
    return match.players.filter(number__in=numbers).exclude(log_marks=[]).exists()


def _told(pk: int) -> dict[str, Any]:
    stored = replay_of(pk)
    document = json.loads(bytes(stored.data))
    told = frames.summary(document)
    contest = stored.match.contest
    return {
        "match": stored.match,
        "document": document,
        "title": " \N{EN DASH} ".join(told["names"]),
        "heading": _heading(told["names"], contest.rules.title),
        "rules": f"{contest.rules.title}, {contest.preset or 'options of its own'}",
        "boards": [list(games) for _, games in groupby(told["games"], key=lambda game: game["board"])],
        "replay": told,
    }


def _heading(names: Sequence[str], game: str) -> str:
    """Two players by their bots' names alone; more would not fit a line, so it is the game."""
    if len(names) != 2:
        return f"{game}, {len(names)} players"
    return " \N{EN DASH} ".join(name.rpartition("/")[2].partition("@")[0] for name in names)
