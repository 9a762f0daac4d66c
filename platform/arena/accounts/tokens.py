"""How a request proves by its token whose it is. Named in the settings, so nothing here may import views."""

from typing import Any

from knox.auth import TokenAuthentication as KnoxAuthentication
from rest_framework.exceptions import AuthenticationFailed

REFUSED = (
    "This token does not work: it was mistyped or revoked, or its account is closed. "
    "Make another one on your account's page or by POST /api/v1/token/."
)


class TokenAuthentication(KnoxAuthentication):
    def authenticate_credentials(self, token: bytes) -> Any:
        """The token's account and the row that is kept of it. Whatever does not work is one and the same 401, and so
        are bytes that no database could be asked for, which knox would stumble over."""
        try:
            if token.isalnum():
                return super().authenticate_credentials(token)
        except AuthenticationFailed:
            pass
        raise AuthenticationFailed(REFUSED)
