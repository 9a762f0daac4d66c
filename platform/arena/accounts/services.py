"""Writes to accounts beyond what allauth does."""

from django.conf import settings
from django.db import transaction
from knox.models import AuthToken

from arena.accounts.models import User


def make_token(*, user: User) -> str:
    """A new API token, to be shown now or never: what is kept of it is a hash. The others go on working, but of more
    than TOKENS_PER_ACCOUNT the oldest goes."""
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # one at a time, so that the count holds
        newest = AuthToken.objects.filter(user=user).order_by("-created", "digest")
        kept = list(newest.values_list("pk", flat=True)[: settings.TOKENS_PER_ACCOUNT - 1])
        newest.exclude(pk__in=kept).delete()
        token: str = AuthToken.objects.create(user=user)[1]
        return token


def revoke_token(*, user: User, start: str) -> bool:
    """End the token that starts with these characters, as the account's page names it. False where there is none."""
    return bool(AuthToken.objects.filter(user=user, token_key=start).delete()[0])


def set_closed(*, user: User, closed: bool) -> None:
    """Shut an account out, or let it in again. A closed account's sessions and tokens stop working at once, and
    its bots are in no contest that starts and no ladder match that is made from then on."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=not closed)
        if closed:
            AuthToken.objects.filter(user=user).delete()
