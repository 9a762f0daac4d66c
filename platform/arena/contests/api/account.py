"""REST API of one's own account."""

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from arena.accounts.services import authenticate
from arena.contests.api.common import signed_in, valid
from arena.contests.operations.account_deletion import delete_account


class Password(serializers.Serializer[Any]):
    password = serializers.CharField(max_length=1000, trim_whitespace=False, style={"input_type": "password"})


class DeleteAccount(APIView):
    permission_classes = [IsAuthenticated]
    throttle_scope = "token"

    @extend_schema(
        operation_id="account_delete",
        summary="Delete your account",
        request=Password,
        responses={204: None, 400: OpenApiResponse(description="wrong password")},
        tags=["account"],
    )
    def post(self, request: Request) -> Response:
        """For good. Sessions and tokens end, bots and versions that took part in nothing are deleted. What was played
        stays under a neutral name; contests of yours that have not started are cancelled."""
        password = valid(Password(data=request.data))
        user = authenticate(request=request._request, username=signed_in(request).username, **password)
        delete_account(user=user)
        return Response(status=204)
