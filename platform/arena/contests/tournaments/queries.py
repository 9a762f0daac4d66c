"""Contests for lists: with their numbers of entries and of matches in each state."""

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from arena.contests.models import ChainRecord, Contest, Entry, Match

NOT_DONE = (Match.State.WAITING, Match.State.RUNNING, Match.State.VOID)


def contests() -> QuerySet[Contest]:
    """With `entry_count`, `waiting_count`, `running_count`, `done_count`, `void_count`, and `last_record`, the hash of
    the last record of its chain, None without one.

    The many matches that are done are not counted, since a ladder has more of them every day: matches are numbered
    without gaps, so they are what the others leave."""
    entries = Entry.objects.filter(contest=OuterRef("pk"), state=Entry.State.ACTIVE)
    matches = Match.objects.filter(contest=OuterRef("pk"))
    counts = {f"{state}_count": _count(matches.filter(state=state)) for state in NOT_DONE}
    total = Coalesce(Subquery(matches.order_by("-number").values("number")[:1]), 0)
    head = ChainRecord.objects.filter(contest=OuterRef("pk")).order_by("-number").values("sha256")[:1]
    counted = Contest.objects.select_related("organiser").annotate(entry_count=_count(entries), **counts)
    counted = counted.annotate(last_record=Subquery(head))
    return counted.annotate(done_count=total - sum(map(F, counts), start=Value(0)))


LADDER, STATE = Q(format=Contest.Format.LADDER), Contest.State
INTERESTS = (  # best first: what one can enter or watch now, then what is to come, then what was
    ("Open for entries", Q(state=STATE.OPEN)),
    ("Under way", Q(state__in=Contest.UNDER_WAY) & ~LADDER),
    ("Ladders, played all the time", Q(state__in=Contest.UNDER_WAY) & LADDER),
    ("Not open yet", Q(state=STATE.DRAFT)),
    ("Over", Q(state__in=Contest.OVER)),
)


def by_interest(rows: QuerySet[Contest]) -> QuerySet[Contest]:
    """With `interest`, the heading that each stands under; the latest first under each."""
    rank = Case(*(When(which, then=Value(number)) for number, (_, which) in enumerate(INTERESTS)))
    heading = Case(*(When(which, then=Value(title)) for title, which in INTERESTS))
    latest = Coalesce("finished_at", "started_at", "created_at")
    return rows.annotate(interest=heading).order_by(rank, latest.desc(), "-pk")


def _count(rows) -> Coalesce:  # type: ignore[no-untyped-def]
    of_contest = rows.order_by().values("contest").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(of_contest, output_field=IntegerField()), 0)
