"""How the REST API reads JSON and pages its lists. Named in the settings, so nothing here may import views."""

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class StrictJSONParser(JSONParser):
    """JSON without what PostgreSQL cannot store (NUL, lone surrogates) or no parser survives (endless nesting)."""

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            storable(data)
        except RecursionError:
            raise ParseError("JSON parse error - nested too deeply") from None
        return data


def storable(data: Any) -> None:
    if isinstance(data, str):
        if "\0" in data or any("\ud800" <= c <= "\udfff" for c in data):
            raise ParseError("Text may hold no NUL characters and no lone surrogates.")
    elif isinstance(data, dict):
        for key, value in data.items():
            storable(key)
            storable(value)
    elif isinstance(data, list):
        for value in data:
            storable(value)
