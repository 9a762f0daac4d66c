"""Lists of the API come in pages by key: see `arena.keyset`."""

from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from arena import keyset
from arena.api.fields import Text, Whole
from arena.api.serializers import Query

SIZE, MOST = 50, 200


class PageQuery(Query):
    cursor = Text(max_length=100, required=False, help_text="where the page starts: take it from `next` or `previous`")
    page_size = Whole(min_value=1, max_value=MOST, default=SIZE, help_text="rows of a page")


class Pages(BasePagination):
    """The view's `ordering` says in which order, its `given` from where and how many."""

    def paginate_queryset(  # type: ignore[override]  # only what can be filtered
        self, queryset: QuerySet[Any], request: Request, view: Any = None
    ) -> list[Any]:
        self.request = request
        self.page = keyset.page(queryset, view.ordering, view.given["page_size"], view.given.get("cursor", ""))
        return self.page.rows

    def get_paginated_response(self, data: Any) -> Response:
        links = {"next": self._link(self.page.next), "previous": self._link(self.page.previous)}
        return Response({**links, "results": data})

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": "string", "format": "uri", "nullable": True}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        return []  # PageQuery has them

    def _link(self, cursor: str) -> str | None:
        return str(replace_query_param(self.request.build_absolute_uri(), "cursor", cursor)) if cursor else None
