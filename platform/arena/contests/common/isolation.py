"""What the clock does to many contests, it does to each by itself."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog
from django.db import InterfaceError, OperationalError

from arena.contests.models import Contest

log = structlog.get_logger(__name__)


@contextmanager
def apart(contest: Contest) -> Iterator[None]:
    """What goes wrong with this contest is logged and does not hold up those after it. A database that does not answer
    is everybody's trouble, and goes on up."""
    try:
        yield
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        log.exception("a contest was left out", contest=contest.slug)
