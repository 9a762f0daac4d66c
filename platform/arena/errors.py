"""What a person asked for and cannot have, and the pages that say so."""

import sys

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from psycopg_pool import PoolTimeout, TooManyRequests


class Refused(ValueError):
    """A request that cannot be done as it stands. The text is for the person who asked; `field` names the input at
    fault, where it is one."""

    def __init__(self, reason: str, field: str = "") -> None:
        super().__init__(reason)
        self.field = field


class NotAllowed(Refused):
    """Allowed to somebody, but not to this account."""


class Missing(Http404):
    """What is not there, with a reason that is for the person who asked."""


def is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def answer(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    """An error as a page, or as JSON below /api/. Uses no database: it must work when that is what failed."""
    if is_api(request):
        return JsonResponse({"detail": f"{title}. {advice}".strip()}, status=status)
    return render(request, "error.html", {"status": status, "title": title, "advice": advice}, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return answer(request, 400, "That request makes no sense to us", "Check the address, or go back and try again.")


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


def too_large(request: HttpRequest) -> HttpResponse:
    return answer(request, 413, "That is too large", "The site takes at most 5 MB in one request.")


def busy(request: HttpRequest) -> HttpResponse:
    response = answer(request, 429, "We are making that for somebody else", "Try again in a moment.")
    response.headers["Retry-After"] = "2"
    return response


def collided(request: HttpRequest) -> HttpResponse:
    return answer(
        request, 409, "That met another change", "It was not done. Try again: what it rests on has just changed."
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
