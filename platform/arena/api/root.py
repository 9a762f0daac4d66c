"""The root of the REST API, and its description."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from arena.api.views import StrictView

ROOTS = {
    "token": "token",
    "games": "games",
    "bots": "bot-list",
    "tournaments": "tournament-list",
    "matches": "match-list",
    "ratings": "rating-list",
    "schema": "schema",
    "docs": "docs",
}


class Root(StrictView):
    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Where things are."""
        return Response({name: reverse(f"api:{route}", request=request) for name, route in ROOTS.items()})


@cache
def schema() -> Any:
    """The same for everybody, and a second's work."""
    return SchemaGenerator().get_schema(public=True)


class Description(StrictView):
    """The OpenAPI schema as JSON, or as YAML where the Accept header asks for it."""

    permission_classes = [AllowAny]
    renderer_classes = [OpenApiJsonRenderer2, OpenApiYamlRenderer]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        return Response(schema())
