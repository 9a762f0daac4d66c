"""Where the site's accounts differ from allauth's."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from arena import throttles
from arena.accounts.models import DELETED, RESERVED, User
from arena.accounts.services import name_hash
from arena.proxies import client_address


class AccountAdapter(DefaultAccountAdapter):
    def clean_username(self, username: str, shallow: bool = False) -> str:
        username = super().clean_username(username.lower(), shallow=shallow)
        if not shallow and (username in RESERVED or username.startswith(DELETED)):
            raise ValidationError(f"The username {username} is reserved. Choose another one.")
        if not shallow and User.objects.filter(gone_name=name_hash(username)).exists():
            raise ValidationError(f"The username {username} was that of a deleted account. Choose another one.")
        return username

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return True

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count the try, by address and by address and account, before the password is looked at: tries that come at
        the same moment count one by one. Nobody can lock an account for its owner, who comes from another address.
        Raises TooMany."""
        address = throttles.address(request)
        throttles.take("login-address", address)
        throttles.take("login-pair", self._pair(request, credentials))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        user = super().authenticate(request, **credentials)
        if user is not None:
            throttles.forgive("login-pair", self._pair(request, credentials))
        return user

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def _pair(self, request: HttpRequest, credentials: dict[str, Any]) -> str:
        return f"{throttles.address(request)}:{name_hash(str(credentials.get('username', '')).lower())}"

    def _rollback_login_failed_rl_usage(self) -> None:
        """There is none of allauth's own."""
