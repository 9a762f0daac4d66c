"""The base of all views of the API. Each says by `takes` what its requests may carry; before a view runs, both the
query string and the body have been understood or refused."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rest_framework import viewsets
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.api.pages import PageQuery
from arena.api.serializers import Input, Nothing, Query

UNSAFE = ("POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Contract:
    """What a view takes and sends. `upload`: its body is a form with a file. `private`: of some accounts only.
    `throttle`: a rate limit of its own, besides those of every request."""

    query: type[Query] = Query
    body: type[Input] = Nothing
    produces: str = "application/json"
    upload: bool = False
    private: bool = False
    throttle: str = ""


def takes(**how: Any) -> Callable[[Any], Any]:
    def declare(handler: Any) -> Any:
        handler.contract = Contract(**how)
        return handler

    return declare


class StrictView(APIView):
    """`given` has the parameters of the query string and `body` what the body says, both checked."""

    given: dict[str, Any]
    body: dict[str, Any]

    def contract(self) -> Contract:
        name = getattr(self, "action", None) or (self.request.method or "get").lower()
        name = "get" if name == "head" else name
        found = getattr(getattr(self, name, None), "contract", None)
        if found is None:
            found = Contract(query=PageQuery) if name == "list" else Contract()
        return found  # type: ignore[no-any-return]

    def initial(self, request: Request, *arguments: Any, **names: Any) -> None:
        super().initial(request, *arguments, **names)
        if request.method == "OPTIONS":
            return
        contract = self.contract()
        self.given = understood(contract.query(data=request.query_params))
        if request.method in UNSAFE and request.method.lower() in self._handlers():
            self.body = understood(contract.body(data=request.data))

    def _handlers(self) -> list[str]:
        return [name for name in self.http_method_names if hasattr(self, name)]

    def get_renderers(self) -> list[BaseRenderer]:
        produces = self.contract().produces
        if produces == JSONRenderer.media_type:
            return super().get_renderers()
        return [type("Produced", (JSONRenderer,), {"media_type": produces})(), *super().get_renderers()]


def understood(form: Input) -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


class StrictViewSet(StrictView, viewsets.GenericViewSet[Any]):
    """Lists in pages by `ordering`; the columns that page cursors are made of."""

    ordering: tuple[str, ...] = ("-pk",)

    def narrowed(self, rows: Any) -> Any:
        """The rows that the query string asks for."""
        return rows

    def one_page(self, rows: Any, serializer: Any) -> Response:
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(serializer(page, many=True, context=self.get_serializer_context()).data)
