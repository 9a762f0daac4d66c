"""Refuses early what no page could answer sensibly, reads addresses strictly, and answers what services refuse."""

from collections.abc import Callable
from typing import Any

import structlog
from django.conf import settings
from django.db import DatabaseError, connections
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.middleware.http import ConditionalGetMiddleware
from django.urls import is_valid_path
from django.utils.cache import patch_vary_headers, set_response_etag

from arena import throttles
from arena.errors import (
    Missing,
    NotAllowed,
    NotFound,
    Refused,
    TooMany,
    bad_request,
    collided,
    forbidden,
    game_missing,
    is_api,
    length_required,
    not_found,
    not_understood,
    too_large,
    too_many,
)
from arena.inputs import require_known
from games import GameMissing

log = structlog.get_logger(__name__)
COLLISIONS = ("40P01", "40001", "23503")  # deadlock; not serialisable; what a row refers to has just gone


def refuse_what_no_page_can_take(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    """400 for NUL characters in an address (PostgreSQL stores none), 411 for a body whose length is not said (it would
    be taken for none), 413 for a body beyond REQUEST_MAX_BYTES."""

    def respond(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return bad_request(request, ValueError("NUL character in the address"))
        if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
            return length_required(request)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()):
            return bad_request(request, ValueError("Content-Length is no number"))
        if len(length) > 15 or int(length) > settings.REQUEST_MAX_BYTES:
            return too_large(request)
        return get_response(request)

    return respond


def serve_without_the_last_slash(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    """An address without its last slash is served where a redirect would turn a POST into a GET that does nothing, and
    everywhere in the API. Pages that are only read are redirected to their one address."""

    def respond(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        wanted = is_api(request) or request.method not in ("GET", "HEAD", "OPTIONS")
        if wanted and not path.endswith("/") and not is_valid_path(path) and is_valid_path(f"{path}/"):
            request.path_info, request.path = f"{path}/", f"{request.path}/"
        return get_response(request)

    return respond


def release_database(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    """Give a request's connection back when its response is made, not when a slow client has read it."""

    def respond(request: HttpRequest) -> HttpResponse:
        try:
            return get_response(request)
        finally:
            for connection in connections.all(initialized_only=True):
                if not connection.in_atomic_block:  # whoever opened the transaction around all of this still needs it
                    connection.close_if_unusable_or_obsolete()

    return respond


class Conditional(ConditionalGetMiddleware):
    """304 where a client already has what it would be sent: for every answer of the API, and for files."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if is_api(request):
            patch_vary_headers(response, ["Authorization", "Cookie"])
            if not response.streaming and response.status_code == 200 and not response.has_header("ETag"):
                set_response_etag(response)
        if response.has_header("ETag") or response.has_header("Last-Modified"):
            return super().process_response(request, response)
        return response


def keep_private_answers_out_of_caches(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    """`no-store` on what an account is shown, unless the view says otherwise. A failure is not looked into: the
    database may be away."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code < 500 and not response.has_header("Cache-Control"):
            if request.user.is_authenticated:
                response.headers["Cache-Control"] = "private, no-store"
            elif is_api(request):
                response.headers["Cache-Control"] = "no-cache"
        return response

    return respond


class Pages:
    """Of a page's address every query parameter is one that its view declares (`arena.inputs.query`), given once. Forms
    that are sent count against the API's rate limits. What a service refuses becomes an error page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, names: Any, more: Any) -> HttpResponse | None:
        if is_api(request):
            return None
        allauth = view.__module__.startswith("allauth.")
        known = ["next"] if allauth else sorted(getattr(view, "query", ()))
        try:
            require_known(request.GET, known, "query parameter")
            for name, values in request.GET.lists():
                if len(values) > 1:
                    raise Refused(f"{name} is given {len(values)} times; give it once.", name)
            if request.method == "POST":
                general, who = throttles.requester(request)
                throttles.take(general, who)
                if scope := getattr(view, "throttle", ""):
                    throttles.take(scope, who)
        except (Refused, TooMany) as refused:
            return self.process_exception(request, refused)
        return None

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, TooMany):
            return too_many(request, exception)
        if isinstance(exception, NotAllowed):
            return forbidden(request, exception)
        if isinstance(exception, NotFound):
            return not_found(request, Missing(str(exception)))
        if isinstance(exception, Refused):
            return not_understood(request, exception)
        return None


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
        log.warning("two requests collided in the database", path=request.path, error=str(exception))
        return collided(request)


class MissingGames:
    """503 where a page is about a game whose package is gone or broken; what is stored comes back with the package."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, GameMissing):
            return None
        log.error("a game is missing", path=request.path, error=str(exception))
        return game_missing(request)
