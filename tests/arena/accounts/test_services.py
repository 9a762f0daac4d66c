import pytest
from django.db import IntegrityError, transaction

from arena.accounts import services
from arena.accounts.models import User

pytestmark = pytest.mark.django_db


def test_a_renewed_token_replaces_the_old_one(cast: dict[str, User]) -> None:
    first = services.renew_token(user=cast["owner"])
    second = services.renew_token(user=cast["owner"])
    assert first.key != second.key
    assert User.objects.get(pk=cast["owner"].pk).auth_token == second


def test_the_database_itself_keeps_names_apart_whatever_their_case(cast: dict[str, User]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("OWNER")
