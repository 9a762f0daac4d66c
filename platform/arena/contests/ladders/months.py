"""A ladder is one contest for each month (UTC): it commits at its start, and shows its secret when the month is over.
Ratings go on, since they are the pool's."""

from django.db import transaction
from django.utils import timezone

from arena.contests.common import locks
from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Match
from arena.contests.tournaments import lifecycle


def is_current(ladder: Contest) -> bool:
    """Whether its month is this one. A clock that was wrong once may have given it any other, past or future."""
    return ladder.started_at is not None and f"{ladder.started_at:%Y-%m}" == f"{timezone.now():%Y-%m}"


def close_past() -> int:
    """Close the ladders of other months that have no match left to play; the caller opens the new ones. Returns how
    many. One that is paused stays so, for an operator to decide about."""
    closed = 0
    for ladder in Contest.objects.filter(format=Contest.Format.LADDER, state=Contest.State.RUNNING):
        if not is_current(ladder):
            with apart(ladder):
                closed += _close(ladder)
    return closed


def _close(ladder: Contest) -> int:
    with transaction.atomic():
        locked = locks.contest(ladder.pk)
        unfinished = locked.matches.filter(state__in=[Match.State.WAITING, Match.State.RUNNING])
        if locked.state != Contest.State.RUNNING or unfinished.exists():
            return 0
        lifecycle.close(contest=locked, by=None, reason="The month is over.")
    return 1
