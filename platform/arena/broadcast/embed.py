"""A replay in a frame of another site: the only page that may be framed. It has nothing that one could be tricked into
pressing."""

import json

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from arena.contests.matches.queries import replay_of
from arena.errors import Missing
from arena.inputs import query, whole
from arena.table.messages import messages
from games import frames

MOST = 10**6


@query("game")
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]  # its types know no parts of an address
@require_safe
def embedded_replay(request: HttpRequest, pk: int) -> HttpResponse:
    """One game, which plays by itself: `?game=` its number, from 1."""
    stored = replay_of(pk)
    told = frames.summary(json.loads(bytes(stored.data)))
    number = whole(request.GET.get("game", "1"), "game", 1, MOST)
    if number > len(told["games"]):
        raise Missing(f"This match has games 1 to {len(told['games'])}.")
    match = {key: told[key] for key in ("game", "options", "names", "scored")}
    context = {
        "match": match | {"seats": told["games"][number - 1]["seats"]},
        "contest": stored.match.contest,
        "title": " \N{EN DASH} ".join(told["names"]),
        "number": number,
        "frames": f"{reverse('api:match-frames', args=[pk])}?game={number - 1}",
        "whole": f"{reverse('match-replay', args=[pk])}#game={number}",
        "text": f"{reverse('match-replay-text', args=[pk])}?game={number}",
        "messages": messages(),
    }
    return render(request, "broadcast/embed.html", context)
