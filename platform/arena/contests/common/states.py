"""The states of contests and matches: every write of `Contest.state` and `Match.state` is made here.

Matches change by compare-and-set on a queryset, so that of two who want to change one the second finds nothing to do.
The database's constraints check what is written (`contest_*`, `match_*` in the models).
"""

from typing import Any

from django.db.models import QuerySet
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from arena.contests.models import Contest, Match

CONTEST, MATCH = Contest.State, Match.State

CONTEST_MOVES: dict[str, tuple[str, ...]] = {
    CONTEST.DRAFT: (CONTEST.OPEN, CONTEST.DRAWING, CONTEST.CANCELLED),
    CONTEST.OPEN: (CONTEST.DRAWING, CONTEST.CANCELLED),
    CONTEST.DRAWING: (CONTEST.RUNNING, CONTEST.FINISHED, CONTEST.CANCELLED),
    CONTEST.RUNNING: (CONTEST.PAUSED, CONTEST.FINISHED, CONTEST.CANCELLED),
    CONTEST.PAUSED: (CONTEST.RUNNING, CONTEST.FINISHED, CONTEST.CANCELLED),
}
MATCH_MOVES: dict[str, tuple[str, ...]] = {
    MATCH.WAITING: (MATCH.RUNNING, MATCH.VOID),
    MATCH.RUNNING: (MATCH.WAITING, MATCH.DONE, MATCH.VOID),
    MATCH.DONE: (MATCH.VOID,),
}
_UNCLAIMED = {"claim": None, "lease_until": None, "queued_at": None}
_MATCH_COLUMNS: dict[str, dict[str, Any]] = {
    MATCH.WAITING: {**_UNCLAIMED, "started_at": None, "progress": 0},
    MATCH.RUNNING: {"started_at": Now(), "progress": 0},
    MATCH.DONE: {**_UNCLAIMED, "finished_at": Now(), "trouble": ""},
    MATCH.VOID: {**_UNCLAIMED, "finished_at": Coalesce("finished_at", Now())},
}
"""What else a match's state says about its columns; `move_matches` is given the rest."""


class NotAMove(ValueError):
    """A contest cannot go from the one state to the other; who asks must have looked at its state under its lock."""


def move_contest(contest: Contest, to: str, **fields: Any) -> None:
    """Save a contest, locked by the caller, in another state, together with the fields that change with it."""
    if to not in CONTEST_MOVES.get(contest.state, ()):
        raise NotAMove(f"contest {contest.slug} cannot go from {contest.state} to {to}")
    contest.state = to
    if to in Contest.OVER:
        fields["finished_at"] = timezone.now()
    if to == CONTEST.DRAWING:
        fields.setdefault("started_at", timezone.now())
    for name, value in {"problem": "", "trouble": "", "failures": 0, "failed_at": None, **fields}.items():
        setattr(contest, name, value)
    contest.save(update_fields=["state", "problem", "trouble", "failures", "failed_at", *fields])


def move_matches(rows: QuerySet[Match], to: str, **columns: Any) -> int:
    """Change the state of those of the rows that may go there, with all that the state says about a match. Returns how
    many. `rows` must be neither sliced nor ordered by a joined table."""
    sources = [state for state, targets in MATCH_MOVES.items() if to in targets]
    return rows.filter(state__in=sources).update(state=to, **_MATCH_COLUMNS[to] | columns)
