"""What an account could enter in a contest, or why it can enter nothing."""

from dataclasses import dataclass

from django.db.models import Case, Q, QuerySet, Value, When

from arena.accounts.models import BUILTIN, User
from arena.contests.models import Contest, Entry
from arena.submissions.models import Bot, Version


@dataclass(frozen=True)
class Choice:
    """`bots` that may be entered now, `entered` ones of the account, and its bots that have no ready version yet."""

    bots: QuerySet[Bot]
    entered: int
    not_ready: QuerySet[Bot]
    full: bool  # as many as an account may enter by itself


def choice(*, user: User, contest: Contest, organises: bool) -> Choice:
    """The account's own ready bots of this game, not entered yet; an organiser has the house bots too."""
    playing = Bot.objects.filter(game=contest.game, retired_at=None)
    ready = Q(pk__in=Version.objects.filter(status=Version.Status.READY).values("bot"))
    active = contest.entries.filter(state=Entry.State.ACTIVE)
    own = Q(owner=user)
    entered = active.filter(bot__owner=user).count()
    bots = playing.filter(ready, own | Q(owner__username=BUILTIN) if organises else own)
    own_first = Case(When(own, then=Value(0)), default=Value(1))
    return Choice(
        bots=bots.exclude(pk__in=active.values("bot")).select_related("owner").order_by(own_first, "name"),
        entered=entered,
        not_ready=playing.filter(own).exclude(ready).select_related("owner").order_by("name"),
        full=not organises and entered >= contest.entries_per_account,
    )
