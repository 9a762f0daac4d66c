"""/health/: whether the site can do its work, for load balancers and people.

Anybody may ask, and asking all workers takes a second: so what was seen is kept for a moment.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError
from redis import Redis, RedisError

from arena.cache import Busy, one_at_a_time
from arena.celery_app import NEEDED_QUEUES, app
from arena.contests.models import Heartbeat

log = structlog.get_logger(__name__)
BEAT_SECONDS = 60  # without a heartbeat, before beat counts as gone
FRESH, KEPT = 5, 15  # seconds; what is not fresh is told to those who come while somebody looks again


class Unwell(Exception):
    """A part does not work; the text says what is seen, without addresses or secrets."""


def database() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return "answers"


def broker() -> str:
    with Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2) as server:
        server.ping()
    return "answers"


def worker() -> str:
    """Not every worker takes every kind of task."""
    try:
        answers = _queues_by_worker()
    except (OperationalError, RedisError, OSError):  # a connection may have been to a broker that is no more
        answers = _queues_by_worker()
    if not answers:
        raise Unwell("no worker answers: uploads are not checked and no match is played")
    taken = {queue["name"] for queues in answers.values() for queue in queues}
    if left := [name for name in NEEDED_QUEUES if name not in taken]:
        raise Unwell(f"no worker takes tasks of the kind {', '.join(left)}")
    return f"{len(answers)} alive"


def _queues_by_worker() -> dict[str, Any]:
    with app.connection_for_write() as fresh:
        return app.control.inspect(timeout=1, connection=fresh).active_queues() or {}


def beat() -> str:
    """Beat writes down every few seconds that it is alive."""
    if not Heartbeat.objects.is_recent("beat", BEAT_SECONDS):
        raise Unwell("the scheduler (celery beat) has not run for over a minute")
    return "alive"


PARTS: dict[str, Callable[[], str]] = {"database": database, "broker": broker, "worker": worker, "beat": beat}


def recent_report() -> dict[str, tuple[bool, str]]:
    """The report of the last seconds, made anew by one request at a time; the others hear the last one meanwhile."""
    seen: dict[str, Any] | None = cache.get("health")
    if seen is None:
        seen = _look()
    elif not 0 <= time.time() - seen["at"] <= FRESH:  # a time in the future: the clock was wrong
        with suppress(Busy), one_at_a_time("health", KEPT):
            seen = _look()
    parts: dict[str, tuple[bool, str]] = seen["parts"]
    return parts


def _look() -> dict[str, Any]:
    seen = {"parts": report(), "at": time.time()}
    cache.set("health", seen, KEPT)
    return seen


def report() -> dict[str, tuple[bool, str]]:
    """For each part whether it works, and what was seen."""
    seen = {}
    for name, look in PARTS.items():
        try:
            seen[name] = (True, look())
        except Unwell as unwell:
            seen[name] = (False, str(unwell))
        except (DatabaseError, RedisError, OperationalError, OSError) as error:
            log.warning("a part of the site does not work", part=name, error=str(error))
            seen[name] = (False, "does not answer")
    return seen


@never_cache
@require_safe
def health(request: HttpRequest) -> JsonResponse:
    """200 where all parts work, else 503; which ones in JSON."""
    parts = recent_report()
    well = all(works for works, _ in parts.values())
    body = {"ok": well, **{name: {"ok": works, "detail": detail} for name, (works, detail) in parts.items()}}
    return JsonResponse(body, status=200 if well else 503)
