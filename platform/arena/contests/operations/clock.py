"""What a clock that was ahead leaves behind when it is right again: times in the future.

Queries take such a time for no time at all (`arena.stored_times`), and leases are shortened. What other libraries
keep in the cache (requests counted for rate limits, expiry times) cannot be asked like that, so all of it is forgotten.
"""

from datetime import timedelta

import structlog
from django.db.models.functions import Now

from arena.cache import forget_everything
from arena.contests.models import Heartbeat
from arena.stored_times import SLACK

log = structlog.get_logger(__name__)


def correct() -> int:
    """Set heartbeats in the future to now, and empty the cache where there were any. Returns how many."""
    wrong = Heartbeat.objects.filter(at__gt=Now() + timedelta(seconds=SLACK))
    names = list(wrong.values_list("name", flat=True))
    if names:
        log.warning("the clock was set back: stored times lie in the future", heartbeats=names)
        forget_everything()
        wrong.update(at=Now())
    return len(names)
