"""What a person asked for and cannot have, and the pages and problem details (RFC 9457) that say so."""

import sys
from http import HTTPStatus
from typing import Any

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from psycopg_pool import PoolTimeout, TooManyRequests

PROBLEM = "application/problem+json"


class Refused(ValueError):
    """A request that cannot be done as it stands. The text is for the person who asked; `field` names the input at
    fault, where it is one."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


class NotYet(Refused):
    """Nothing is wrong with the request: what stands in its way passes with time, and then it can be done."""


class NotAllowed(Refused):
    """Allowed to somebody, but not to this account."""


class NotFound(Refused):
    """The request names something that does not exist: 404 where the address names it, 400 where an input does."""


class TooMany(Exception):
    """More requests than a limit allows; the next may come in `wait` seconds."""

    def __init__(self, reason: str, wait: float) -> None:
        super().__init__(reason)
        self.wait = max(1, int(wait + 0.999))


class Missing(Http404):
    """What is not there, with a reason that is for the person who asked."""


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def problem(status: int, detail: str, errors: dict[str, list[str]] | None = None) -> dict[str, Any]:
    """Problem details; `errors` has the inputs at fault by name, each with its reasons."""
    about = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return about | ({"errors": errors} if errors else {})


def answer(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    """An error as a page, or as JSON below /api/. Uses no database: it must work when that is what failed."""
    if is_api(request):
        return JsonResponse(problem(status, f"{title}. {advice}".strip()), status=status, content_type=PROBLEM)
    return render(request, "error.html", {"status": status, "title": title, "advice": advice}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return too_large(request)
    advice = "Check the address, or go back and try again."
    if isinstance(exception, TooManyFieldsSent | TooManyFilesSent):
        advice = "The form has too many fields."
    return answer(request, 400, "That request was not understood", advice)


def not_understood(request: HttpRequest, refused: Refused) -> HttpResponse:
    """400 for an input that the address does not take, or a value that it cannot have."""
    text = str(refused)
    if is_api(request):
        errors = {refused.field: [text]} if refused.field else None
        return JsonResponse(problem(400, text, errors), status=400, content_type=PROBLEM)
    return answer(request, 400, "This address cannot be read", text)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    why = str(exception) or "It belongs to another account, or needs you to log in."
    return answer(request, 403, "You may not do that", why)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return answer(
        request, 403, "This form has expired", "Go back, reload the page and send the form again; cookies must be on."
    )


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, Missing):
        return answer(request, 404, "That is not here", str(exception))
    return answer(request, 404, "There is no such page", "It may have been renamed or never existed.")


def length_required(request: HttpRequest) -> HttpResponse:
    return answer(request, 411, "The request does not say how long it is", "Send the header Content-Length.")


def too_large(request: HttpRequest) -> HttpResponse:
    return answer(
        request, 413, "That is too large", "The site takes at most 5 MB in one request, and 1 MB besides its files."
    )


def busy(request: HttpRequest) -> HttpResponse:
    response = answer(request, 429, "We are making that for somebody else", "Try again in a moment.")
    response.headers["Retry-After"] = "2"
    return response


def too_many(request: HttpRequest, refused: TooMany) -> HttpResponse:
    response = answer(request, 429, "Too many requests", f"{refused} Try again in {refused.wait} seconds.")
    response.headers["Retry-After"] = str(refused.wait)
    return response


def collided(request: HttpRequest) -> HttpResponse:
    return answer(
        request,
        409,
        "Conflict",
        "Your change was not saved because something it depends on just changed. Please try again.",
    )


def game_missing(request: HttpRequest) -> HttpResponse:
    return answer(
        request, 503, "This game is not available at the moment", "Its package is missing or broken; operators see why."
    )


def overloaded(request: HttpRequest) -> HttpResponse:
    response = answer(request, 503, "The site is busy", "No database connection became free. Try again in a moment.")
    response.headers["Retry-After"] = "5"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Django calls it while it handles the exception."""
    if isinstance(getattr(sys.exception(), "__cause__", None), (PoolTimeout, TooManyRequests)):
        return overloaded(request)
    return answer(request, 500, "Something went wrong on our side", "It has been logged. Try again in a moment.")
