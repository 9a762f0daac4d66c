"""Two requests that want the same rows at once: one of them is told so, and it is nobody's 500."""

import threading

import pytest
from django.db import DatabaseError, connection, transaction
from django.http import HttpRequest
from django.test import RequestFactory

from arena.accounts.models import User
from arena.middleware import Collisions
from arena.submissions.models import Bot


def request(path: str) -> HttpRequest:
    made: HttpRequest = RequestFactory().post(path)
    return made


@pytest.mark.django_db(transaction=True)
def test_who_loses_a_deadlock_is_told_to_try_again():
    pks = [User.objects.create_user(name).pk for name in ("ada", "ben")]
    both, errors = threading.Barrier(2), []

    def lock(first: int, second: int) -> None:
        try:
            with transaction.atomic():
                User.objects.select_for_update().get(pk=first)
                both.wait(10)
                User.objects.select_for_update().get(pk=second)
        except DatabaseError as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=lock, args=order) for order in (pks, pks[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (error,) = errors
    page, api = (Collisions(None).process_exception(request(path), error) for path in ("/bots/new/", "/api/v1/bots/"))  # type: ignore[arg-type]
    assert page is not None
    assert (page.status_code, b"Please try again" in page.content) == (409, True)
    assert api is not None
    assert (api.status_code, api["Content-Type"]) == (409, "application/problem+json")


@pytest.mark.django_db(transaction=True)
def test_who_refers_to_what_has_just_gone_is_told_so():
    with pytest.raises(DatabaseError) as caught:
        Bot.objects.create(owner_id=10**9, name="ant", game="saat-aath")
    answer = Collisions(None).process_exception(request("/bots/new/"), caught.value)  # type: ignore[arg-type]
    assert answer is not None
    assert answer.status_code == 409


@pytest.mark.django_db
def test_every_other_failure_of_the_database_stays_one():
    with pytest.raises(DatabaseError) as caught, connection.cursor() as cursor:
        cursor.execute("SELECT 1 / 0")
    assert Collisions(None).process_exception(request("/"), caught.value) is None  # type: ignore[arg-type]
    assert Collisions(None).process_exception(request("/"), ValueError("a bug")) is None  # type: ignore[arg-type]
