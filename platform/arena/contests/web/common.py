"""What the pages of contests share."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404

from arena.contests.models import Contest
from arena.errors import NotAllowed, Refused


def find(slug: str) -> Contest:
    return get_object_or_404(Contest.objects.select_related("organiser"), slug=slug)


def one_page(request: HttpRequest, rows: QuerySet[Any], size: int) -> Page[Any]:
    return Paginator(rows, size).get_page(request.GET.get("page"))


def attempt(request: HttpRequest, service: Callable[..., Any], **how: Any) -> Any:
    """What the service returns; None where it refuses, and the page that comes next says why."""
    try:
        return service(**how)
    except NotAllowed as refused:
        raise PermissionDenied(str(refused)) from None
    except Refused as refused:
        messages.error(request, str(refused))
        return None
