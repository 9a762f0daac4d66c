"""What anybody needs to check this arena's bundles: its keys, and of each contest its commitment and its chain."""

from django.http import Http404, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from arena.contests.proof import chain, keys
from arena.contests.proof.commit import published_text
from arena.contests.web.common import find
from arena.errors import Missing
from arena.http_types import Request


@require_safe
def arena_keys(request: Request) -> JsonResponse:
    """At a well-known address (RFC 8615)."""
    return JsonResponse(keys.published())


@require_safe
def commitment(request: Request, slug: str) -> HttpResponse:
    """The document, byte for byte; its SHA-256 is the one published."""
    try:
        return HttpResponse(published_text(find(slug)), content_type="application/json")
    except Missing as missing:
        raise Http404(str(missing)) from None


@require_safe
def chain_so_far(request: Request, slug: str) -> HttpResponse:
    """The records up to now, one a line."""
    return HttpResponse(chain.text(find(slug)), content_type="application/jsonl; charset=utf-8")
