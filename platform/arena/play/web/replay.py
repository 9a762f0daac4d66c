"""The replay of a finished table, with all cards."""

import json
from typing import Any

from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from arena.errors import Missing
from arena.http_types import Request
from arena.inputs import query, whole
from arena.play import queries, state
from arena.play.models import Table
from arena.table.messages import messages
from games import frames


@require_safe
def replay_page(request: Request, name: str) -> HttpResponse:
    table = _finished(name)
    told = frames.summary(_document(table)) | {"solved": False, "key": f"table-{table.pk}"}
    context = {
        "table": table,
        "title": f"{table.rules.title}: {table.name}",
        "replay": told,
        "messages": messages(),
        "frames": reverse("play-replay-frames", args=[table.name]),
    }
    return render(request, "play/replay.html", context)


@query("game", "view")
@require_safe
def replay_frames(request: Request, name: str) -> HttpResponse:
    """The frames of the only game, as those of a match: `?view=` a seat."""
    table = _finished(name)
    whole(request.GET.get("game", "0"), "game", 0, 0)
    view = whole(request.GET["view"], "view", 0, table.rules.seats - 1) if "view" in request.GET else None
    return JsonResponse(frames.frames(_document(table), 0, view=view), safe=False)


@require_safe
def replay_download(request: Request, name: str) -> HttpResponse:
    """The record of the game in the words of a replay: seed, players, packs and actions."""
    table = _finished(name)
    response = HttpResponse(json.dumps(_document(table), ensure_ascii=False), content_type="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{table.name}.json"'
    return response


def _finished(name: str) -> Table:
    """Raises Missing: before the end a replay would show cards that are still in play."""
    table = queries.table_named(name)
    if table.state != Table.State.OVER:
        raise Missing("The replay of this game can be seen when the game is over.")
    return table


def _document(table: Table) -> dict[str, Any]:
    names = state.names_of(list(table.seats.all()))
    return state.document(table.rules, state.state_of(table), table.seed, names)
