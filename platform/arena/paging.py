"""Pages by number, for lists that people leaf through and that do not grow at their front."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from arena.errors import NotFound
from arena.inputs import whole

MOST_PAGES = 10**6


def numbered_page(request: HttpRequest, rows: Any, size: int) -> Page[Any]:
    """The page that `?page=` names, the first without it. Raises Refused for what is no number, NotFound beyond the
    last page."""
    pages = Paginator(rows, size)
    number = whole(request.GET.get("page", "1"), "page", 1, MOST_PAGES)
    if number > pages.num_pages:
        raise NotFound(f"There is no page {number}: the list has {pages.num_pages}.", "page")
    return pages.page(number)
