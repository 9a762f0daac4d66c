"""Writes to accounts beyond what allauth does."""

import hashlib
from itertools import count

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from knox.models import AuthToken

from arena.accounts.models import DELETED, User
from arena.errors import Refused


def authenticate(*, request: HttpRequest, username: str, password: str) -> User:
    """The account, if this is its password: by allauth's own check, so that wrong ones count against the same limits
    as on the page. Raises Refused, and TooMany."""
    try:
        user = get_adapter().authenticate(request, username=username.lower(), password=password)
    except ValidationError as error:
        raise Refused(error.messages[0]) from None
    if not isinstance(user, User) or not user.is_active:
        raise Refused("The username or the password is wrong.")
    return user


def hold(user_id: int) -> User:
    """The account, locked to the end of the transaction, so that what is counted or made for it stands when it commits.
    Raises Refused where it was closed or deleted meanwhile."""
    user = User.objects.select_for_update().get(pk=user_id)
    if not user.is_active:
        raise Refused(f"The account {user.username} is closed.")
    return user


def name_hash(username: str) -> str:
    return hashlib.sha256(username.encode()).hexdigest()


def make_token(*, user: User) -> str:
    """A new API token, to be shown now or never: what is kept of it is a hash. The others go on working, but of more
    than TOKENS_PER_ACCOUNT the oldest goes."""
    with transaction.atomic():
        hold(user.pk)  # one at a time, so that the count holds
        newest = AuthToken.objects.filter(user=user).order_by("-created", "digest")
        kept = list(newest.values_list("pk", flat=True)[: settings.TOKENS_PER_ACCOUNT - 1])
        newest.exclude(pk__in=kept).delete()
        token: str = AuthToken.objects.create(user=user)[1]
        return token


def revoke_token(*, user: User, start: str) -> bool:
    """End the token that starts with these characters, as the account's page names it. False where there is none."""
    return start.isalnum() and bool(AuthToken.objects.filter(user=user, token_key=start).delete()[0])


def revoke_all_tokens(*, user: User) -> int:
    """End every token of the account. Returns how many there were."""
    return int(AuthToken.objects.filter(user=user).delete()[0])


def set_closed(*, user: User, closed: bool) -> None:
    """Shut an account out, or let it in again. A closed account's sessions and tokens stop working at once, and
    its bots are in no contest that starts and no ladder match that is made from then on."""
    with transaction.atomic():
        User.objects.filter(pk=user.pk).update(is_active=not closed)
        if closed:
            AuthToken.objects.filter(user=user).delete()


def forget(*, user: User) -> User:
    """Make the account nobody's: a neutral name, and no address, rights, password, session or token any more. Its row
    stays, since bots and contests that were played refer to it. Raises Refused where it is closed or gone already."""
    with transaction.atomic():
        gone = hold(user.pk)
        gone.gone_name = name_hash(gone.username)
        names = (f"{DELETED}{number}" for number in count(gone.pk))
        gone.username = next(name for name in names if not User.objects.filter(username=name).exists())
        gone.email, gone.last_login = "", None
        gone.is_active = gone.is_staff = gone.is_superuser = False
        gone.set_unusable_password()
        gone.save()
        gone.groups.clear()
        gone.user_permissions.clear()
        EmailAddress.objects.filter(user=gone).delete()
        AuthToken.objects.filter(user=gone).delete()
    return gone
