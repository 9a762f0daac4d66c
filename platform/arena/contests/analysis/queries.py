"""What the analyses say of players: tricks lost by mistakes, compared with best play with all cards known."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Func, IntegerField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from arena.contests.models import Analysis, Match, Replay
from arena.submissions.models import Bot
from tournaments.ratings.intervals import count_interval


@dataclass(frozen=True)
class TricksLost:
    """A bot's tricks lost per deal, with half of the 95 % interval (None where the sample is too small for one), from
    `analysed` of `deals` deals, chosen by chance."""

    mean: float
    half: float | None
    analysed: int
    deals: int


def tricks_lost(bot: Bot, *, version: int | None = None) -> TricksLost | None:
    """Of all matches of the bot that count, or of one version's (its number) alone; None before any deal was analysed.
    One database query for the sample and one for the number of deals."""
    played: dict[str, Any] = {"match__players__bot": bot, "match__state": Match.State.DONE}
    if version is not None:
        played["match__players__version__number"] = version
    replays = Replay.objects.filter(**played)
    done = Analysis.objects.filter(state=Analysis.State.DONE, sampled=True)
    rows = done.filter(**{f"replay__{name}": value for name, value in played.items()}).order_by()
    by_match = list(
        rows.values_list("replay").annotate(
            analysed=Count("pk"), lost=Sum(_of_player(F("replay__match__players__number")))
        )
    )
    if not by_match:
        return None
    analysed, lost = [row[1] for row in by_match], [row[2] for row in by_match]
    mean, half = count_interval(analysed, lost)
    deals: int = replays.aggregate(sum=Sum("deals"))["sum"] or 0
    return TricksLost(mean=mean, half=half, analysed=sum(analysed), deals=deals)


def with_tricks_lost(players: QuerySet[Any]) -> QuerySet[Any]:
    """Players of matches with `deals_analysed` and, where that is not 0, `tricks_lost`, the sum over those deals."""
    done = Analysis.objects.filter(replay=OuterRef("match_id"), state=Analysis.State.DONE).order_by().values("replay")
    lost = done.annotate(sum=Sum(_of_player(OuterRef("number")))).values("sum")
    return players.annotate(
        deals_analysed=Coalesce(Subquery(done.annotate(count=Count("pk")).values("count")), 0),
        tricks_lost=Subquery(lost, output_field=IntegerField()),
    )


def _of_player(number: Any) -> Func:
    """The entry of `lost` of the player with this number: it counts from 0, and PostgreSQL's arrays from 1."""
    return Func(F("lost"), number + 1, template="(%(expressions)s])", arg_joiner="[", output_field=IntegerField())

