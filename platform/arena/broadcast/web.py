"""Watching: the page, and the frames that it asks for every two seconds."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.broadcast.messages import messages
from arena.broadcast.models import Broadcast
from arena.broadcast.queries import chunk, on_air
from arena.inputs import query, whole

LARGEST = 10**12


@require_safe
def watch_page(request: HttpRequest) -> HttpResponse:
    texts = messages()
    context = {"air": on_air(), "messages": texts, "nothing": texts["live.nothing"]}
    return render(request, "broadcast/watch.html", context)


@query("broadcast", "after")
@require_safe
def watch_frames(request: HttpRequest, contest: int = 0) -> HttpResponse:
    """What came on view since: `?broadcast=` the one that the reader has and `?after=` how many of its steps. The
    answer holds the time since the start, so no cache may keep it."""
    known = whole(request.GET.get("broadcast", "0"), "broadcast", 0, LARGEST)
    after = whole(request.GET.get("after", "0"), "after", 0, LARGEST)
    channel = f"contest-{contest}" if contest else Broadcast.MAIN
    response = HttpResponse(chunk(on_air(channel), known=known, after=after), content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
