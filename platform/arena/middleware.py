"""Refuses early what no page could answer sensibly, and answers who met another in the database."""

from collections.abc import Callable

import structlog
from django.conf import settings
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from arena.errors import bad_request, collided, too_large

log = structlog.get_logger(__name__)
COLLISIONS = ("40P01", "40001", "23503")  # deadlock; not serialisable; what a row refers to has just gone


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


def release_database(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    """Give a request's connection back when its response is made, not when a slow client has read it."""

    def respond(request: HttpRequest) -> HttpResponse:
        try:
            return get_response(request)
        finally:
            for connection in connections.all(initialized_only=True):
                connection.close_if_unusable_or_obsolete()

    return respond


class Compress(GZipMiddleware):
    """Compress whole answers. Streams are archives, compressed already, or events, which must not wait in a buffer."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        return response if response.streaming else super().process_response(request, response)


class Collisions:
    """409, and nothing done, where the database ended one of two requests that wanted the same rows at once."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, DatabaseError) or getattr(exception.__cause__, "sqlstate", None) not in COLLISIONS:
            return None
        log.warning("two requests met in the database", path=request.path, error=str(exception))
        return collided(request)
