"""What the views of contests, matches and ratings share."""

from django.db.models import QuerySet
from drf_spectacular.types import OpenApiTypes
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from arena.accounts.models import User
from arena.contests.models import Contest
from arena.contests.tournaments import lookup
from arena.errors import Missing, NotFound

IDS = r"[0-9]{1,18}"
TEXT = {(200, "text/plain"): OpenApiTypes.STR}


def signed_in(request: Request) -> User:
    """Whose request it is; the permissions of the API have let nobody else in."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def contest_of(name: str, among: QuerySet[Contest] | None = None) -> Contest:
    """The contest that an address names; 404 where there is none."""
    try:
        return lookup.contest(name, among)
    except NotFound as missing:
        raise Missing(str(missing)) from None
