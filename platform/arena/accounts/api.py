"""REST API of accounts: a token for a username and password."""

from typing import Any

from drf_spectacular.contrib.knox_auth_token import KnoxTokenScheme
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts import services


class TokenScheme(KnoxTokenScheme):
    """How the schema describes our tokens."""

    target_class = "arena.accounts.tokens.TokenAuthentication"
    name = "tokenAuth"


class Credentials(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    password = serializers.CharField(max_length=1000, trim_whitespace=False, style={"input_type": "password"})


class TokenSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="send it as `Authorization: Token ...`; it is shown this once")
    username = serializers.CharField()


class GetToken(APIView):
    permission_classes = [AllowAny]
    authentication_classes: list[Any] = []  # the password is in the request; a stale token must not be in the way
    throttle_scope = "token"

    @extend_schema(
        operation_id="token_create",
        summary="Make a token",
        request=Credentials,
        responses={200: TokenSerializer, 400: OpenApiResponse(description="wrong username or password")},
        tags=["token"],
    )
    def post(self, request: Request) -> Response:
        """A new token for the account; keep it, for only a hash of it is stored. It works until it is revoked on the
        site's account page, or, where an account makes more than 20, the oldest is forgotten."""
        form = Credentials(data=request.data)
        form.is_valid(raise_exception=True)
        user = services.authenticate(request=request._request, **form.validated_data)
        token = services.make_token(user=user)
        return Response(TokenSerializer({"token": token, "username": user.username}).data)
