"""Contests for lists: with their numbers of entries and of matches in each state."""

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from arena.contests.models import Contest, Entry, Match


def contests() -> QuerySet[Contest]:
    """With `entry_count`, `waiting_count`, `running_count`, `done_count` and `void_count`."""
    entries = Entry.objects.filter(contest=OuterRef("pk"), state=Entry.State.ACTIVE)
    counts = {"entry_count": _count(entries)} | {
        f"{state}_count": _count(Match.objects.filter(contest=OuterRef("pk"), state=state))
        for state in Match.State.values
    }
    return Contest.objects.select_related("organiser").annotate(**counts)


def _count(rows) -> Coalesce:  # type: ignore[no-untyped-def]
    of_contest = rows.order_by().values("contest").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(of_contest, output_field=IntegerField()), 0)
