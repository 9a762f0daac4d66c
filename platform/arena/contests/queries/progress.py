"""How far a contest is, and whether anybody works on it. Each function asks the database a fixed number of times."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count
from django.db.models.functions import Now
from django.utils import timezone

from arena.contests.models import Contest, Match, Pulse


@dataclass(frozen=True)
class Progress:
    """How many matches are in each state."""

    waiting: int = 0
    running: int = 0
    done: int = 0
    void: int = 0

    @property
    def total(self) -> int:
        return self.waiting + self.running + self.done + self.void

    @property
    def over(self) -> int:
        return self.done + self.void

    @property
    def percent(self) -> int:
        return 100 * self.over // self.total if self.total else 0


def progress(contest: Contest) -> Progress:
    return Progress(**dict(contest.matches.order_by().values_list("state").annotate(n=Count("pk"))))


def last_sweep() -> datetime | None:
    return Pulse.objects.filter(name="sweep").values_list("at", flat=True).first()


def workers_alive() -> bool:
    """Whether a worker was seen lately: it ran a sweep, or it holds a match. Cheap enough for every page."""
    seen = last_sweep()
    if seen is not None and timezone.now() - seen < timedelta(seconds=3 * settings.SWEEP_SECONDS + 15):
        return True
    return Match.objects.filter(state=Match.State.RUNNING, lease_until__gt=Now()).exists()
