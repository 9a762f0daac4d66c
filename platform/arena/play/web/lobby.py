"""The lobby: sit down with one click."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

import games
from arena.errors import Refused
from arena.http_types import Request
from arena.inputs import query, throttled
from arena.play import queries
from arena.play.permissions import remember
from arena.play.services import tables
from arena.play.web.forms import FindTable, NewTable
from arena.strict_forms import understood
from games import OptionError

SAYS = {
    "saat-aath": "You against one computer player. Name trumps, win eight tricks of fifteen.",
    "badam-satti": "Three to six players. Build up and down from the sevens.",
}


@require_safe
def lobby(request: Request) -> HttpResponse:
    user = request.user if request.user.is_authenticated else None
    context = {
        "games": [_described(name) for name in games.names()],
        "tables": queries.in_play(request, user),
    }
    return render(request, "play/lobby.html", context)


def _described(name: str) -> dict[str, object]:
    game = games.load(name)
    spec = next((spec for spec in game.rules.options if spec.name == "players"), None)
    known = queries.levels(name)
    return {
        "name": name,
        "title": game.title,
        "says": SAYS.get(name, f"{game.seats} players."),
        "levels": known,
        "level": "normal" if "normal" in known else known[-1],
        "presets": queries.presets(name),
        "players": spec.choices if spec else (),
        "seats": game.seats,
    }


@require_POST
@throttled("table")
def new_table(request: Request) -> HttpResponse:
    form = NewTable(request.POST)
    understood(form)
    try:
        game, level = form.chosen()
    except OptionError as error:
        raise Refused(str(error), error.option) from None
    user = request.user if request.user.is_authenticated else None
    table, seat = tables.open_table(game=game, level=level, user=user, friends=bool(form.cleaned_data["friends"]))
    remember(request, seat)
    return redirect(table)


@query("name")
@require_safe
def find_table(request: Request) -> HttpResponse:
    """By its name, as people type it: capital letters and spaces do no harm."""
    form = FindTable(request.GET)
    understood(form)
    name = "-".join(form.cleaned_data["name"].lower().replace("-", " ").split())
    return redirect(queries.table_named(name))
