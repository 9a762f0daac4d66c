"""What happens by itself when its time has come."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from arena.contests.common import locks
from arena.contests.common.isolation import apart
from arena.contests.models import Contest, Match
from arena.contests.schedule import rounds
from arena.contests.tournaments import lifecycle
from arena.errors import Refused


def open_due() -> int:
    drafts = Contest.objects.filter(state=Contest.State.DRAFT, opens_at__lte=timezone.now())
    opened = 0
    for contest in drafts.exclude(entry=Contest.EntryMode.PRIVATE):
        with apart(contest):
            lifecycle.open_entries(contest=contest, by=None)
            opened += 1
    return opened


def start_due() -> int:
    """Start what is due. What cannot start (too few entries) is cancelled with the reason: else it is due for ever."""
    done = 0
    for contest in Contest.objects.filter(state__in=Contest.BEFORE_START, starts_at__lte=timezone.now()):
        with apart(contest):
            try:
                lifecycle.start(contest=contest, by=None)
            except Refused as reason:
                contest.refresh_from_db()
                if contest.state in Contest.BEFORE_START:
                    lifecycle.cancel(contest=contest, by=None, reason=str(reason))
            done += 1
    return done


def advance_idle() -> int:
    """Move running tournaments on that have nothing left to play. The last match does this itself; this is the net."""
    left = Match.objects.filter(contest=OuterRef("pk"), state__in=[Match.State.WAITING, Match.State.RUNNING])
    running = Contest.objects.filter(state=Contest.State.RUNNING).exclude(format=Contest.Format.LADDER)
    moved = 0
    for contest in running.filter(~Exists(left)):
        with apart(contest), transaction.atomic():
            rounds.advance(contest=locks.contest(contest.pk))
            moved += 1
    return moved
