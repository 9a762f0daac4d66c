"""What every part of the REST API shares: strict JSON in, pages of results and one shape of errors out.

An error is {"detail": text} or, for inputs at fault, {field: [texts]}.
"""

from typing import Any

from rest_framework.exceptions import ParseError, PermissionDenied, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import exception_handler

from arena.errors import NotAllowed, Refused


class Pages(PageNumberPagination):
    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 200


class StrictJSONParser(JSONParser):
    """JSON without what PostgreSQL cannot store (NUL, lone surrogates) and what no parser survives (endless nesting)."""

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


def errors(exception: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler, and one for what our services refuse."""
    if isinstance(exception, NotAllowed):
        exception = PermissionDenied(str(exception))
    elif isinstance(exception, Refused):
        text = str(exception)
        exception = ValidationError({exception.field: [text]} if exception.field else {"detail": text})
    if isinstance(exception, ValidationError) and isinstance(exception.detail, list):
        exception = ValidationError(
            {"detail": exception.detail[0] if exception.detail else "The request is not valid."}
        )
    return exception_handler(exception, context)
