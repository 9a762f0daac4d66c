"""A contest on a projector: one page without anything to press, and what it asks for every few seconds."""

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from arena.broadcast.messages import messages
from arena.broadcast.queries import featured
from arena.broadcast.stage import state
from arena.contests.models import Contest
from arena.contests.web.common import find


@require_safe
def stage_page(request: HttpRequest, slug: str) -> HttpResponse:
    contest = find(slug)
    address = request.build_absolute_uri(contest.get_absolute_url())
    code = segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True, light="#fff")
    texts = messages()
    context = {
        "contest": contest,
        "address": address.partition("://")[2].rstrip("/"),
        "code": mark_safe(code),  # noqa: S308 - the library's own drawing
        "source": source(contest),
        "now": state(contest),
        "messages": texts,
        "texts": {key.partition(".")[2]: text for key, text in texts.items() if key.startswith("stage.")},
    }
    return render(request, "broadcast/stage.html", context)


@require_safe
def stage_now(request: HttpRequest, slug: str) -> JsonResponse:
    """State and top ten as they are now, and where the table's frames come from."""
    contest = find(slug)
    response = JsonResponse(state(contest) | {"source": source(contest)})
    response.headers["Cache-Control"] = "no-store"
    return response


def source(contest: Contest) -> str:
    """The contest's own broadcast while it has one, else the site's."""
    air = featured(contest)
    return air.source if air else reverse("watch-frames")
