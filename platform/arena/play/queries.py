"""What pages ask about tables."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest
from django.utils import timezone

import games
from arena.accounts.models import User
from arena.errors import Missing
from arena.play import state
from arena.play.models import Seat, Table
from arena.play.permissions import tables_of
from games import players
from games.pictures import ONLOOKER


def table_named(name: str) -> Table:
    """Raises Missing."""
    table = Table.objects.filter(name=name).first()
    if table is None:
        raise Missing("There is no table of this name. Old tables are removed.")
    return table


def in_play(request: HttpRequest, user: User | None) -> list[Table]:
    """The tables at which this browser or account plays or waits, the latest move first."""
    mine = Q(pk__in=tables_of(request))
    if user:
        mine |= Q(seats__user=user, seats__kind=Seat.Kind.PERSON)
    found = Table.objects.filter(mine).exclude(state=Table.State.OVER).distinct()
    return list(found.order_by("-moved_at")[:3])


def actions_shown(table: Table) -> int:
    """How many actions those who watch may see: they are PLAY_WATCH_SECONDS behind."""
    if table.started_at is None:
        return 0
    until = (timezone.now() - timedelta(seconds=settings.PLAY_WATCH_SECONDS) - table.started_at).total_seconds() * 1000
    return sum(at <= until for at in table.times)


def news(table: Table, seats: list[Seat], seat: Seat | None, after: int) -> dict[str, Any]:
    """The frames from number `after` on that the seat may see, or, without one, those who watch; and what changes
    besides. The seed is in it when the last card has been seen."""
    actions = table.actions if seat else table.actions[: actions_shown(table)]
    names = state.match_of(table, seats)["names"]
    told: list[Any] = []
    if table.state != Table.State.WAITING:
        told = state.told(table, names, view=seat.number if seat else ONLOOKER, actions=actions)
    over = bool(told) and told[-1]["kind"] == "result"
    return {
        "version": table.version,
        "state": table.state if seat or over else Table.State.PLAYING,
        "count": len(told),
        "after": min(after, len(told)),
        "frames": told[after:],
        "away": [one.number for one in seats if one.away],
        "commitment": table.commitment,
        "seed": table.seed if over else None,
    }


def levels(game: str) -> list[str]:
    """The computer players of a game that one can choose, the weakest first."""
    found = [name for name in players.names(game) if name != "random"]
    return found or ["random"]


def presets(game: str) -> list[tuple[str, str]]:
    """(name, what it says) of each preset, the standard one first."""
    titles = PRESETS.get(game, {})
    return [(name, titles.get(name, name.capitalize().replace("-", " "))) for name in games.presets(game)]


PRESETS = {
    "saat-aath": {
        "classic": "Classic: the 7s of hearts and spades are the top trumps",
        "plain-sevens": "Plain sevens: sevens are the lowest cards",
        "winner-draws": "Winner draws: six deals, the winner draws cards",
        "78": "78: first to 5 points",
    },
    "badam-satti": {
        "standard": "Standard: five rounds",
        "quick": "Quick: one round",
        "take-a-card": "Take a card: who passes is handed one",
        "pictures-ten": "Pictures ten: jack, queen and king count 10",
    },
}
