"""One download with everything that is needed to check a contest offline."""

from django.http import HttpResponse

from arena.contests.models import Contest
from arena.errors import Refused


def download(contest: Contest) -> HttpResponse:
    """Raises Refused for a contest that has not begun."""
    raise Refused(f"{contest.name} has no bundle yet.")
