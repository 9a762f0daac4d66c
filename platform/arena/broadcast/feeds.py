"""An Atom feed of finished contests, for feed readers and other sites."""

from datetime import datetime

from django.contrib.syndication.views import Feed
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed

from arena.contests.models import Contest
from arena.contests.standings.queries import Standing, standings

NEWEST = 20


class FinishedContests(Feed):  # type: ignore[type-arg]  # it cannot be subscripted when the program runs
    """The newest first, each with its podium in words."""

    feed_type = Atom1Feed
    title = "Satti Arena: finished contests"
    subtitle = "Competitions of bots that play Saat-Aath and Badam Satti, and who won them."
    link = reverse_lazy("contests")
    feed_url = reverse_lazy("contests-feed")

    def items(self) -> list[Contest]:
        finished = Contest.objects.filter(state=Contest.State.FINISHED).select_related("organiser")
        return list(finished.order_by("-finished_at", "-pk")[:NEWEST])

    def item_title(self, item: Contest) -> str:
        return item.name

    def item_description(self, item: Contest) -> str:
        return podium(item)

    def item_author_name(self, item: Contest) -> str:
        return item.organiser.username if item.organiser else "Satti Arena"

    def item_pubdate(self, item: Contest) -> datetime | None:
        return item.finished_at

    def item_updateddate(self, item: Contest) -> datetime | None:
        return item.finished_at


def podium(contest: Contest) -> str:
    """Who won, and who came next, in a sentence."""
    rows = [row for row in standings(contest, None) if not row.removed and row.place and row.matches]
    firsts = [_name(row) for row in rows if row.place == 1]
    if not firsts:
        return "It ended without a result."
    verb = "won" if len(firsts) == 1 else "shared the first place"
    others = [f"{_name(row)} was {_nth(row.place)}" for row in rows if row.place in (2, 3)][:3]
    return f"{_listed(firsts)} {verb}" + (f"; {_listed(others)}." if others else ".")


def _name(row: Standing) -> str:
    return f"{row.entry.bot.owner.username}/{row.entry.bot.name}"


def _nth(place: int) -> str:
    return {2: "second", 3: "third"}[place]


def _listed(parts: list[str]) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


