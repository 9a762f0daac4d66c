"""The operators' view of the whole: each line asks a part that may be away, and says so instead of failing."""

from typing import Any

from django.db.models import Count
from kombu.exceptions import OperationalError
from redis import RedisError

import games
from arena.celery_app import QUEUES, app
from arena.contests.matches.queries import matches
from arena.contests.models import Contest, Heartbeat, Match
from arena.submissions.models import Version

AWAY = (OperationalError, RedisError, OSError)


def report() -> dict[str, Any]:
    heartbeats = {heartbeat.name: heartbeat for heartbeat in Heartbeat.objects.all()}
    counts = dict(Match.objects.order_by().values_list("state").annotate(n=Count("pk")))
    checks = dict(Version.objects.order_by().values_list("status").annotate(n=Count("pk")))
    void = Match.objects.filter(state=Match.State.VOID).exclude(contest__state=Contest.State.CANCELLED)
    return {
        "queues": queues(),
        "broken_games": sorted(games.broken().items()),
        "workers": workers(),
        "sweep": heartbeats.get("sweep"),
        "sandbox": heartbeats.get("sandbox"),
        "attacks": heartbeats.get("attacks"),
        "matches": [(label, counts.get(state, 0)) for state, label in Match.State.choices],
        "checks": [(label, checks.get(status, 0)) for status, label in Version.Status.choices],
        "stopped": Contest.objects.exclude(problem="").exclude(state__in=Contest.OVER).order_by("-failed_at")[:20],
        "running": matches(state=Match.State.RUNNING).order_by("started_at")[:20],
        "void": matches(pk__in=list(void.order_by("-pk").values_list("pk", flat=True)[:20])).order_by("-pk"),
    }


def queues() -> list[tuple[str, int]] | None:
    """How many tasks wait in each queue; None where the broker is away."""
    try:
        with app.connection_for_write() as connection:
            channel = connection.default_channel
            return [(name, channel.queue_declare(name, durable=True).message_count) for name in QUEUES]
    except AWAY:
        return None


def workers() -> list[tuple[str, list[str]]] | None:
    """The workers that answer within a second, and the tasks that each is running."""
    try:
        active = app.control.inspect(timeout=1).active() or {}
    except AWAY:
        return None
    return [
        (name, [f"{task['name'].rsplit('.', 1)[-1]}{task['args']}" for task in tasks])
        for name, tasks in sorted(active.items())
    ]
