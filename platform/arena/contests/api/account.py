"""REST API of one's own account."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from arena.accounts.services import authenticate
from arena.api.fields import Text
from arena.api.serializers import Input
from arena.api.views import StrictView, takes
from arena.contests.api.common import signed_in
from arena.contests.operations.account_deletion import delete_account


class Password(Input):
    password = Text(max_length=1000, trim_whitespace=False, style={"input_type": "password"})


class DeleteAccount(StrictView):
    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="account_delete", summary="Delete your account", responses={204: None}, tags=["account"]
    )
    @takes(body=Password, throttle="token")
    def post(self, request: Request) -> Response:
        """For good. Sessions and tokens end, bots and versions that took part in nothing are deleted. What was played
        stays under a neutral name; contests of yours that have not started are cancelled."""
        user = authenticate(request=request._request, username=signed_in(request).username, **self.body)
        delete_account(user=user)
        return Response(status=204)
