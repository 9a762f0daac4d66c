"""Where the site's accounts differ from allauth's."""

from allauth.account.adapter import DefaultAccountAdapter
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from arena.accounts.models import DELETED, RESERVED, User
from arena.accounts.services import name_hash


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
