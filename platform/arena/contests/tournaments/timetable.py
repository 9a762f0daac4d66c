"""What happens by itself when its time has come."""

from django.utils import timezone

from arena.contests.common.isolation import apart
from arena.contests.models import Contest
from arena.contests.schedule import advance
from arena.contests.tournaments import lifecycle
from arena.database import is_away
from arena.errors import NotYet, Refused


def open_due() -> int:
    drafts = Contest.objects.filter(state=Contest.State.DRAFT, opens_at__lte=timezone.now())
    opened = 0
    for contest in drafts.exclude(entry=Contest.EntryMode.PRIVATE):
        with apart(contest):
            lifecycle.open_entries(contest=contest, by=None)
            opened += 1
    return opened


def start_due() -> int:
    """Start what is due. Returns how many contests were started or cancelled.

    What can never pass (too few entries, more matches than are allowed) cancels a contest at once, with the reason.
    What may pass (a limit for a day, a failure of the platform) lets it wait; its page says why.
    """
    due = Contest.objects.filter(state__in=Contest.BEFORE_START, starts_at__lte=timezone.now())
    return sum(_start(contest) for contest in due.filter(advance.retry_due()))


def _start(contest: Contest) -> bool:
    try:
        lifecycle.start(contest=contest, by=None)
    except NotYet as reason:
        _wait(contest, f"It could not start at its time. {reason}", "")
    except Refused as reason:
        with apart(contest):
            contest.refresh_from_db()
            if contest.state in Contest.BEFORE_START:
                lifecycle.cancel(contest=contest, by=None, reason=str(reason))
                return True
    except Exception as failure:
        if is_away(failure):
            raise
        with apart(contest):  # logs it
            _wait(
                contest,
                "It could not start at its time because of a failure of the platform.",
                f"{type(failure).__name__}: {failure}",
            )
            raise
    else:
        return True
    return False


def _wait(contest: Contest, problem: str, trouble: str) -> None:
    problem = f"{problem} The arena tries it again by itself."
    with apart(contest):
        advance.record_failure(contest_id=contest.pk, problem=problem, trouble=trouble)
