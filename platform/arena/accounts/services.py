"""Writes to accounts beyond what allauth does."""

from django.db import transaction
from rest_framework.authtoken.models import Token

from arena.accounts.models import User


def renew_token(*, user: User) -> Token:
    """A new API token; the old one stops working at once."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two clicks at once renew twice, one after the other
        Token.objects.filter(user=user).delete()
        return Token.objects.create(user=user)


def set_closed(*, user: User, closed: bool) -> None:
    """Shut an account out, or let it in again. A closed account's sessions and token stop working at once, and
    its bots are in no contest that starts and no ladder match that is made from then on."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=not closed)
        if closed:
            Token.objects.filter(user=user).delete()
