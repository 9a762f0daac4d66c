"""Isolate failures: one broken contest or match must not stop the others."""

from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from arena.contests.models import Contest, Match
from arena.database import is_away

log = structlog.get_logger(__name__)


@contextmanager
def apart(what: Contest | Match) -> Iterator[None]:
    """Log what goes wrong with this contest or match and go on with the next one. A database that is away concerns
    all of them: that error is raised."""
    try:
        yield
    except Exception as error:
        if is_away(error):
            raise
        kind = "contest" if isinstance(what, Contest) else "match"
        log.exception(f"a {kind} was left out", **{kind: what.slug if isinstance(what, Contest) else what.pk})
