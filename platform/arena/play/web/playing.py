"""A table: its page, what is new at it, and what somebody does."""

from typing import Any

from django.conf import settings
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, HttpResponseBase, HttpResponseNotModified, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from arena.errors import Refused
from arena.http_types import Request
from arena.inputs import query, whole
from arena.play import codes, live, plain, queries, state
from arena.play.models import Seat, Table
from arena.play.permissions import own_seats
from arena.play.services import moves, presence
from arena.play.web.forms import Act
from arena.play.web.seats import waiting_page
from arena.stored_times import passed
from arena.strict_forms import understood
from arena.table.messages import messages

LATE = 10  # seconds after which a request makes a computer's move itself: no worker seems to


@never_cache
@require_safe
def table_page(request: Request, name: str) -> HttpResponse:
    """For those who sit at it; others may take a seat, or watch."""
    table = queries.table_named(name)
    seats = list(table.seats.all())
    own = own_seats(request, table, seats)
    if table.state == Table.State.WAITING:
        return waiting_page(request, table, seats, own)
    if not own:
        return redirect("play-watch", name)
    return _page(request, table, seats, own[0])


@never_cache
@require_safe
def watch_page(request: Request, name: str) -> HttpResponse:
    """Without hands, and behind."""
    table = queries.table_named(name)
    if table.state == Table.State.WAITING:
        return redirect(table)
    return _page(request, table, list(table.seats.all()), None)


def _page(request: Request, table: Table, seats: list[Seat], seat: Seat | None) -> HttpResponse:
    if seat:
        presence.seen(table=table, seat=seat)
    now = queries.news(table, seats, seat, 0)
    people = sum(one.kind == Seat.Kind.PERSON for one in seats)
    slow = any(one.kind == Seat.Kind.COMPUTER and one.level in moves.SLOW for one in seats)
    context: dict[str, Any] = {
        "table": table,
        "seats": seats,
        "seat": seat,
        "news": now,
        "plain": plain.describe(table, seats, seat, now["frames"]),
        "messages": messages(),
        "title": f"{table.rules.title}: {table.name}",
        "watch_link": request.build_absolute_uri(reverse("play-watch", args=[table.name])),
        "behind": settings.PLAY_WATCH_SECONDS,
        "play": {
            "match": state.match_of(table, seats),
            "seat": seat.number if seat else None,
            "news": now,
            "listens": people > 1 or slow or seat is None,
            "addresses": {
                "act": reverse("play-act", args=[table.name]),
                "news": reverse("play-news", args=[table.name]) + ("" if seat else "?watch=1"),
                "events": reverse("play-events", args=[table.name]) + ("" if seat else "?watch=1"),
                "replay": reverse("play-replay", args=[table.name]),
            },
        },
    }
    if seat:
        link = request.build_absolute_uri(reverse("play-return", args=[table.name, seat.number, seat.secret]))
        context |= {"return_link": link, "code": codes.square(link)}
    return render(request, "play/table.html", context)


@never_cache
@query("after", "watch")
@require_safe
def news(request: Request, name: str) -> HttpResponse:
    """Frames from number `after` on, as JSON; 304 where there is nothing new for a page that names what it has."""
    after = whole(request.GET.get("after", "0"), "after", 0, 10**6)
    table, seats, seat = _table(request, name)
    if seat:
        presence.seen(table=table, seat=seat)
    if table.computer_due and Table.objects.filter(passed("moved_at", LATE), pk=table.pk).exists():
        moves.play_computers(table_id=table.pk)
        table.refresh_from_db()
    shown = table.version if seat else queries.actions_shown(table)
    tag = f'"{table.pk}-{seat.number if seat else "w"}-{after}-{shown}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    return JsonResponse(queries.news(table, seats, seat, after), headers={"ETag": tag})


def _table(request: Request, name: str) -> tuple[Table, list[Seat], Seat | None]:
    """The table, and the seat of whoever asks; none with `?watch=1`."""
    watch = whole(request.GET.get("watch", "0"), "watch", 0, 1)
    table = queries.table_named(name)
    seats = list(table.seats.all())
    own = own_seats(request, table, seats)
    return table, seats, None if watch or not own else own[0]


@never_cache
@query("watch")
@require_safe
def events(request: Request, name: str) -> HttpResponseBase:
    """Server-sent events (`arena.play.live`); 501 where the server cannot stream, and the page polls."""
    table, _, seat = _table(request, name)
    if not isinstance(request, ASGIRequest):
        return HttpResponse("This server does not stream events.\n", status=501, content_type="text/plain")
    behind = 0 if seat else settings.PLAY_WATCH_SECONDS
    stream = live.events(table.pk, behind=behind)
    return StreamingHttpResponse(stream, content_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


@require_POST
def act(request: Request, name: str) -> HttpResponse:
    """JSON for the page's scripts, who say `Accept: application/json`; otherwise the table again."""
    form = Act(request.POST)
    understood(form)
    given = form.cleaned_data
    table = queries.table_named(name)
    seats = list(table.seats.all())
    own = own_seats(request, table, seats)
    seat = next((one for one in own if given["seat"] in (None, one.number)), None)
    wants_json = request.headers.get("Accept") == "application/json"
    if seat is None:
        raise Refused("You do not sit at this table.", "seat")
    returned = presence.seen(table=table, seat=seat)
    status = 200
    try:
        version = given["version"] + 1 if returned else given["version"]
        moves.act(table=table, seats=seats, seat=seat.number, action=given["action"], version=version)
    except moves.Behind:
        status = 409
    except Refused as refused:
        if not wants_json:
            raise
        return JsonResponse({"detail": str(refused)}, status=400)
    if not wants_json:
        return redirect(table)
    table.refresh_from_db()
    return JsonResponse(queries.news(table, seats, seat, given["after"] or 0), status=status)
