"""Claims with a lease, by compare-and-set on rows with `claim` and `lease_until`: of any number of attempts one holds
the row at a time, and one that died loses it. All times are the database's, so clocks of other machines play no part.

The functions take the rows as a queryset and change only those that are as they should be."""

import uuid
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Now

from arena.stored_times import SLACK


def until(seconds: float) -> CombinedExpression:
    """The end of a lease that begins now."""
    return Now() + timedelta(seconds=seconds)


def held(rows: QuerySet[Any], token: uuid.UUID | None) -> QuerySet[Any]:
    """The rows that this claim holds, whether or not its lease has run out: until somebody frees them they are its."""
    return rows.filter(claim=token) if token else rows.none()


def renew(rows: QuerySet[Any], token: uuid.UUID | None, *, seconds: float, **changes: Any) -> bool:
    """Hold the row for another lease; False where the claim is lost."""
    return bool(held(rows, token).update(lease_until=until(seconds), **changes))


def lapsed(rows: QuerySet[Any]) -> QuerySet[Any]:
    """The rows whose lease has run out. Ask for it in the very update that frees them: a lease may just be renewed."""
    return rows.filter(lease_until__lt=Now())


def shorten(rows: QuerySet[Any], *, seconds: float) -> int:
    """Let no lease end later than one that begins now: those were taken while the clock was ahead. A holder that is
    alive renews it in time. Returns how many were shortened."""
    return rows.filter(lease_until__gt=Now() + timedelta(seconds=seconds + SLACK)).update(lease_until=until(seconds))
