"""Stored times, compared on the database's clock. None may be assumed to lie in the past: a hardware clock that was
ahead once has left times in the future, and what waits for them would wait until the clock gets there again."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Now

SLACK = 10  # seconds; so far ahead of the database's clock may be what another machine has stored


def passed(field: str, seconds: float) -> Q:
    """Rows whose time `field` is more than `seconds` ago, or lies in the future and is therefore wrong."""
    return Q(**{f"{field}__lt": Now() - timedelta(seconds=seconds)}) | Q(
        **{f"{field}__gt": Now() + timedelta(seconds=SLACK)}
    )


def recent(field: str, seconds: float) -> Q:
    """Rows whose time `field` is at most `seconds` ago, and not in the future."""
    return Q(
        **{
            f"{field}__gte": Now() - timedelta(seconds=seconds),
            f"{field}__lte": Now() + timedelta(seconds=SLACK),
        }
    )
