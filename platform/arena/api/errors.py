"""Every error of the API as problem details (RFC 9457). Named in the settings, so nothing here may import views."""

from collections.abc import Iterator
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from rest_framework.exceptions import (
    APIException,
    NotAuthenticated,
    NotFound,
    PermissionDenied,
    Throttled,
    ValidationError,
)
from rest_framework.response import Response
from rest_framework.views import exception_handler

from arena import errors
from arena.cache import Busy
from arena.errors import Missing, NotAllowed, Refused, TooMany, problem


class TooLarge(APIException):
    status_code = 413
    default_detail = "That is too large. The site takes at most 5 MB in one request, and 1 MB besides its files."


def handle(exception: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler, and one for what our services refuse or have no time for."""
    response = exception_handler(_as_api_exception(exception, context), context)
    if response is None:
        return None
    data, inputs = response.data, None
    if isinstance(data, dict) and set(data) == {"detail"}:
        detail = str(data["detail"][0] if isinstance(data["detail"], list) else data["detail"])
    else:
        inputs = dict(_flat(data))
        inputs["body"] = inputs.pop("non_field_errors", [])
        inputs = {name: reasons for name, reasons in inputs.items() if reasons}
        detail = " ".join(f"{name}: {' '.join(reasons)}" for name, reasons in inputs.items())
    response.data = problem(response.status_code, detail, inputs)
    response.content_type = errors.PROBLEM
    return response


def _as_api_exception(exception: Exception, context: dict[str, Any]) -> Exception:
    if isinstance(exception, NotAllowed):
        request = context["request"]
        if not request.user.is_authenticated:  # another account might be allowed to: this is a 401
            unknown = NotAuthenticated(f"{exception} Send a token.")
            unknown.auth_header = context["view"].get_authenticate_header(request)  # type: ignore[attr-defined]
            return unknown
        return PermissionDenied(str(exception))
    if isinstance(exception, Refused):
        text = str(exception)
        return ValidationError({exception.field: [text]} if exception.field else {"detail": text})
    if isinstance(exception, Busy):
        return Throttled(wait=2)
    if isinstance(exception, TooMany):
        return Throttled(wait=exception.wait, detail=str(exception))
    if isinstance(exception, RequestDataTooBig):
        return TooLarge()
    if isinstance(exception, Missing):
        return NotFound(str(exception))
    if isinstance(exception, Http404):
        return NotFound("There is nothing at this address.")
    return exception


def _flat(data: Any, name: str = "") -> Iterator[tuple[str, list[str]]]:
    """The reasons by the names of their inputs; of an item of a list, `bots.3`."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from _flat(value, f"{name}.{key}" if name else str(key))
    elif isinstance(data, list) and any(isinstance(item, dict) for item in data):
        for number, item in enumerate(data):
            yield from _flat(item, f"{name}.{number}" if name else str(number))
    else:
        yield name or "body", [str(reason) for reason in (data if isinstance(data, list) else [data])]
