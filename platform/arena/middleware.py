"""Refuses early what no page could answer sensibly."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from arena.errors import bad_request, too_large


def refuse_what_no_page_can_take(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    """400 for NUL characters in an address (PostgreSQL stores none), 413 for a body beyond REQUEST_MAX_BYTES."""

    def respond(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, ValueError("NUL character in the address"))
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdigit():
            return bad_request(request, ValueError("Content-Length is no number"))
        if len(length) > 15 or int(length) > settings.REQUEST_MAX_BYTES:
            return too_large(request)
        return get_response(request)

    return respond
