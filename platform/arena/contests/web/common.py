"""What the pages of contests share."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from arena.contests.models import Contest
from arena.contests.tournaments import lookup
from arena.errors import NotAllowed, Refused


def find(slug: str) -> Contest:
    """By its slug or its id. Raises NotFound."""
    return lookup.contest(slug)


def attempt(request: HttpRequest, service: Callable[..., Any], **how: Any) -> Any:
    """What the service returns; None where it refuses, and the page that comes next says why."""
    try:
        return service(**how)
    except NotAllowed as refused:
        raise PermissionDenied(str(refused)) from None
    except Refused as refused:
        messages.error(request, str(refused))
        return None
