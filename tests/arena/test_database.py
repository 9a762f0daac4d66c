import psycopg
import pytest
from django.db import DataError, InterfaceError, OperationalError

from arena.database import is_away


def operational(cause: type[psycopg.Error]) -> OperationalError:
    error = OperationalError("...")
    error.__cause__ = cause("...")
    return error


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (operational(psycopg.OperationalError), True),
        (operational(psycopg.errors.AdminShutdown), True),
        (operational(psycopg.errors.CannotConnectNow), True),
        (operational(psycopg.errors.ConnectionFailure), True),
        (InterfaceError("connection already closed"), True),
        (operational(psycopg.errors.DeadlockDetected), False),
        (operational(psycopg.errors.QueryCanceled), False),
        (operational(psycopg.errors.LockNotAvailable), False),
        (operational(psycopg.errors.SerializationFailure), False),
        (DataError("..."), False),
        (ValueError("..."), False),
    ],
)
def test_an_answer_that_is_an_error_is_not_an_absence(error: Exception, away: bool) -> None:
    assert is_away(error) is away
