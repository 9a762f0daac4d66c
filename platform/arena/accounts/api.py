"""REST API of accounts: a token for a username and password."""

from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts import services
from arena.api.fields import Text
from arena.api.serializers import Input
from arena.api.views import StrictView, takes


class TokenScheme(KnoxTokenScheme):
    """How the schema describes our tokens."""

    target_class = "arena.accounts.tokens.TokenAuthentication"
    name = "tokenAuth"


class Credentials(Input):
    username = Text(max_length=150)
    password = Text(max_length=1000, trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="send it as `Authorization: Token ...`; it is shown this once")
    username = serializers.CharField()


class GetToken(StrictView):
    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []  # the password is in the request; a stale token must not be in the way

    @extend_schema(
        operation_id="token_create", summary="Create a token", responses={200: TokenSerializer}, tags=["token"]
    )
    @takes(body=Credentials, throttle="token")
    def post(self, request: Request) -> Response:
        """A new token for the account; keep it, for only a hash of it is stored. It works until it is revoked on the
        site's account page, or, where an account makes more than 20, the oldest is forgotten."""
        user = services.authenticate(request=request._request, **self.body)
        token = services.make_token(user=user)
        response = Response(TokenSerializer({"token": token, "username": user.username}).data)
        response.headers["Cache-Control"] = "no-store"
        return response
