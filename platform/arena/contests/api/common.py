"""What the views of contests, matches and ratings share."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from arena.accounts.models import User
from arena.errors import Refused
from arena.submissions.models import Bot
from arena.submissions.serializers import ErrorSerializer

IDS = r"\d{1,18}"
REFUSED = OpenApiResponse(ErrorSerializer, "what was wrong, by field or as `detail`")
ERRORS = {400: REFUSED, 403: REFUSED}
TEXT = {(200, "text/plain"): OpenApiTypes.STR}


def valid(form: "Serializer[Any]") -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def signed_in(request: Request) -> User:
    """Whose request it is; the permissions of the API have let nobody else in."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def find_bot(name: str) -> Bot:
    """A bot by its id or by owner/name."""
    bots = Bot.objects.select_related("owner")
    owner, slash, short = name.partition("/")
    if slash:
        bot = bots.filter(owner__username=owner, name=short).first()
    else:
        bot = bots.filter(pk=int(name)).first() if name.isascii() and name.isdigit() and len(name) < 19 else None
    if bot is None:
        raise Refused(f"There is no bot {name}; give its id or owner/name.", "bot")
    return bot


def whole(request: Request, name: str, least: int, most: int) -> int | None:
    """A whole number of the query string; None where it is not given."""
    given: Any = request.query_params.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) < 12 and least <= int(given) <= most):
        raise ValidationError({name: [f"It must be a whole number from {least} to {most}."]})
    return int(given)
