"""Which match is shown next: of a contest under way if there is one, and of those a close one or an upset."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field

from django.db.models import QuerySet

from arena.accounts.models import BUILTIN
from arena.broadcast.models import Broadcast
from arena.contests.models import Contest, Match, MatchPlayer, RatingChange

NEWEST = 60  # matches are compared, the newest
NOT_AGAIN = 30  # broadcasts of a channel, before a match is shown there again if there is another


@dataclass
class Candidate:
    """What makes a match worth watching. Players are in the match's order."""

    match: int
    tournament: bool
    scores: list[float] = field(default_factory=list)
    faults: int = 0
    house: int = 0  # players that are the house's
    ratings: list[int | None] = field(default_factory=list)  # before the match, thousandths of Elo

    @property
    def interest(self) -> float:
        """Higher is better: 0 to 1 for how close it was, and so much more for an upset; house against house is dull, a
        match lost by faults duller."""
        first, second = sorted(self.scores, reverse=True)[:2]
        close = 1 - min(1.0, 2 * (first - second))
        own = self.house < len(self.scores)
        return close + self._upset() + 0.5 * self.tournament + 0.5 * own - min(2.0, self.faults)

    def _upset(self) -> float:
        """1 where the winner was rated 400 Elo below the best of the others."""
        winner = self.scores.index(max(self.scores))
        rating, *_ = self.ratings[winner:] or [None]
        others = [value for at, value in enumerate(self.ratings) if at != winner and value is not None]
        if rating is None or not others or self.scores.count(max(self.scores)) > 1:
            return 0.0
        return min(1.0, max(0.0, (max(others) - rating) / 400_000))


def choose(channel: str, contest: int | None) -> list[int]:
    """Matches in the order in which they should be tried; none where nothing has been played."""
    latest = Broadcast.objects.filter(channel=channel).order_by("-pk")
    shown = list(latest.values_list("match_id", flat=True)[:NOT_AGAIN])
    done = Match.objects.filter(state=Match.State.DONE, replay__isnull=False)
    if contest is not None:
        done = done.filter(contest=contest)
    running = done.filter(contest__state=Contest.State.RUNNING)
    return (
        _best(running.exclude(pk__in=shown))
        or _best(done.exclude(pk__in=shown))
        or _best(done.filter(pk__in=shown), last=shown[:1])
    )


def _best(matches: QuerySet[Match], last: Collection[int] = ()) -> list[int]:
    """The best first; those in `last` at the end, since they have just been shown."""
    rows = matches.order_by("-finished_at").values_list("pk", "contest__format")[:NEWEST]
    found = {pk: Candidate(pk, tournament=format_ != Contest.Format.LADDER) for pk, format_ in rows}
    _fill(found)
    return sorted(found, key=lambda pk: (pk not in last, found[pk].interest, pk), reverse=True)


def _fill(found: dict[int, Candidate]) -> None:
    rated: dict[int, dict[int, int]] = defaultdict(dict)
    events = RatingChange.objects.filter(match__in=found, reversal=False)
    for match, bot, old in events.values_list("match_id", "bot_id", "old"):
        rated[match][bot] = old
    players = MatchPlayer.objects.filter(match__in=found).order_by("match", "number")
    fields = ("match_id", "bot_id", "score", "faults", "bot__owner__username")
    for match, bot, score, faults, owner in players.values_list(*fields):
        one = found[match]
        one.scores.append(float(score or 0))
        one.faults += sum(faults.values())
        one.house += owner == BUILTIN
        one.ratings.append(rated[match].get(bot))
