"""Seats: take one, come back to one's own, begin, and play again."""

from collections.abc import Sequence

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.errors import Missing, NotAllowed, Refused
from arena.http_types import Request
from arena.inputs import throttled
from arena.play import codes, names, queries
from arena.play.models import Seat, Table
from arena.play.permissions import own_seats, remember
from arena.play.services import moves, tables
from arena.play.web.forms import Join
from arena.strict_forms import NothingForm, understood

OFFERED = 6  # names to choose from


def waiting_page(request: Request, table: Table, seats: Sequence[Seat], own: Sequence[Seat]) -> HttpResponse:
    """Who is here; for those who are not, the names that they may take."""
    link = request.build_absolute_uri(table.get_absolute_url())
    taken = [seat.name for seat in seats if seat.name]
    context = {
        "table": table,
        "seats": seats,
        "own": own,
        "host": any(seat.host for seat in own),
        "open": sum(seat.kind == Seat.Kind.OPEN for seat in seats),
        "offered": [] if request.user.is_authenticated else names.guests(OFFERED, taken),
        "link": link,
        "code": codes.square(link),
    }
    if own:
        back = reverse("play-return", args=[table.name, own[0].number, own[0].secret])
        context["return_link"] = request.build_absolute_uri(back)
    return render(request, "play/waiting.html", context)


@require_POST
@throttled("table")
def join(request: Request, name: str) -> HttpResponse:
    form = Join(request.POST)
    understood(form)
    table = queries.table_named(name)
    if not own_seats(request, table, list(table.seats.all())):
        user = request.user if request.user.is_authenticated else None
        remember(request, tables.take_seat(table=table, user=user, name=form.cleaned_data["name"]))
    return redirect(table)


@require_POST
def start(request: Request, name: str) -> HttpResponse:
    """The host begins; the computer takes the open seats."""
    understood(NothingForm(request.POST))
    table = queries.table_named(name)
    if not any(seat.host for seat in own_seats(request, table, list(table.seats.all()))):
        raise NotAllowed("Only the person who opened this table can begin the game.")
    tables.begin(table_id=table.pk)
    moves.announce(table.pk)
    return redirect(table)


@require_POST
@throttled("table")
def turn(request: Request, name: str) -> HttpResponse:
    """The same cards once more, everybody one seat further. Those who sat here sit there too."""
    understood(NothingForm(request.POST))
    table = queries.table_named(name)
    own = own_seats(request, table, list(table.seats.all()))
    if not own:
        raise NotAllowed("Only those who sat at this table can turn its seats.")
    new = tables.turn(table=table)
    seats = list(new.seats.all())
    for seat in own:
        remember(request, seats[(seat.number + 1) % len(seats)])
    return redirect(new)


@require_POST
@throttled("table")
def again(request: Request, name: str) -> HttpResponse:
    """New cards for the same game, against the computer or with open seats as before."""
    understood(NothingForm(request.POST))
    table = queries.table_named(name)
    seats = list(table.seats.all())
    if not own_seats(request, table, seats):
        raise NotAllowed("Only those who sat at this table can play again here.")
    if table.state != Table.State.OVER:
        raise Refused("This game is not over yet.")
    others = [seat for seat in seats if seat.kind != Seat.Kind.PERSON] or seats
    user = request.user if request.user.is_authenticated else None
    friends = sum(seat.kind == Seat.Kind.PERSON for seat in seats) > 1
    new, seat = tables.open_table(game=table.rules, level=others[0].level, user=user, friends=friends)
    remember(request, seat)
    return redirect(new)


@never_cache
@require_safe
def come_back(request: Request, name: str, number: int, secret: str) -> HttpResponse:
    """The secret link: whoever has it sits on this seat, on any device."""
    table = queries.table_named(name)
    seat = table.seats.filter(number=number, kind=Seat.Kind.PERSON).first()
    if seat is None or not constant_time_compare(secret, seat.secret):
        raise Missing("This is not the return link of a seat at this table.")
    remember(request, seat)
    return redirect(table)
