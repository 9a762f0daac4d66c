"""What happens by itself when its time has come."""

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from arena.contests.models import Contest, Match
from arena.contests.services import lifecycle, locks, schedule
from arena.errors import Refused


def open_due() -> int:
    drafts = Contest.objects.filter(state=Contest.State.DRAFT, opens_at__lte=timezone.now())
    due = list(drafts.exclude(entry=Contest.EntryMode.PRIVATE))
    for contest in due:
        lifecycle.open_entries(contest=contest, by=None)
    return len(due)


def start_due() -> int:
    """Start what is due. What cannot start (too few entries) is cancelled with the reason: else it is due for ever."""
    due = list(Contest.objects.filter(state__in=Contest.BEFORE_START, starts_at__lte=timezone.now()))
    for contest in due:
        try:
            lifecycle.start(contest=contest, by=None)
        except Refused as reason:
            contest.refresh_from_db()
            if contest.state in Contest.BEFORE_START:
                lifecycle.cancel(contest=contest, by=None, reason=str(reason))
    return len(due)


def advance_idle() -> int:
    """Move running tournaments on that have nothing left to play. The last match does this itself; this is the net."""
    left = Match.objects.filter(contest=OuterRef("pk"), state__in=[Match.State.WAITING, Match.State.RUNNING])
    running = Contest.objects.filter(state=Contest.State.RUNNING).exclude(format=Contest.Format.LADDER)
    idle = list(running.filter(~Exists(left)).values_list("pk", flat=True))
    for pk in idle:
        with transaction.atomic():
            schedule.advance(contest=locks.contest(pk))
    return len(idle)
