"""The root of the REST API, and the one shape of its errors.

An error is {"detail": text} or, for inputs at fault, {field: [texts]}.
"""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import PermissionDenied, Throttled, ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView, exception_handler

from arena.cache import Busy
from arena.errors import NotAllowed, Refused

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


class Root(APIView):
    permission_classes = [AllowAny]

    @extend_schema(exclude=True)
    def get(self, request: Request) -> Response:
        """Where things are."""
        return Response({name: reverse(f"api:{route}", request=request) for name, route in ROOTS.items()})


def errors(exception: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler, and one for what our services refuse or have no time for."""
    if isinstance(exception, NotAllowed):
        exception = PermissionDenied(str(exception))
    elif isinstance(exception, Refused):
        text = str(exception)
        exception = ValidationError({exception.field: [text]} if exception.field else {"detail": text})
    elif isinstance(exception, Busy):
        exception = Throttled(wait=2)
    if isinstance(exception, ValidationError) and isinstance(exception.detail, list):
        exception = ValidationError(
            {"detail": exception.detail[0] if exception.detail else "The request is not valid."}
        )
    return exception_handler(exception, context)
