"""Ladders never end, and so their replays and logs would grow for ever: an operator may say how many are kept.

What a match brought (places, scores, faults, ratings) and what was done to it stay; tournaments keep everything.
"""

from datetime import timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Match, MatchPlayer, Replay

log = structlog.get_logger(__name__)
BATCH, MOST_BATCHES = 100, 100  # matches; at a time, and of one ladder in a run
OVER = (Match.State.DONE, Match.State.VOID)


def prune() -> int:
    """Remove the replays and logs of matches beyond LADDER_KEEP_MATCHES and LADDER_KEEP_DAYS. Returns of how many."""
    removed = 0
    for ladder in Contest.objects.filter(format=Contest.Format.LADDER):
        with apart(ladder):
            old = _old(ladder)
            for _ in range(MOST_BATCHES):
                found = _remove(old)
                removed += found
                if found < BATCH:
                    break
    if removed:
        log.info("old replays and logs of ladders were removed", matches=removed)
    return removed


def _old(ladder: Contest) -> QuerySet[Match]:
    """The matches beyond the limits that are set."""
    over = ladder.matches.filter(state__in=OVER)
    beyond = Q(pk__in=[])
    if settings.LADDER_KEEP_DAYS:
        beyond |= Q(finished_at__lt=timezone.now() - timedelta(days=settings.LADDER_KEEP_DAYS))
    if settings.LADDER_KEEP_MATCHES:
        numbers = over.order_by("-number").values_list("number", flat=True)
        for last in numbers[settings.LADDER_KEEP_MATCHES :][:1]:
            beyond |= Q(number__lte=last)
    return over.filter(beyond)


def _remove(matches: QuerySet[Match]) -> int:
    """The replays and logs of the first few of them; 0 where none has any."""
    with transaction.atomic():
        found = list(Replay.objects.filter(match__in=matches).order_by("pk").values_list("pk", flat=True)[:BATCH])
        MatchPlayer.objects.filter(match__in=found).exclude(log="").update(log="", log_marks=[])
        Replay.objects.filter(pk__in=found).delete()
    return len(found)
