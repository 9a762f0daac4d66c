"""Which contests are wanted: one rule for the page and the API."""

from django.db.models import QuerySet

from arena.accounts.models import User
from arena.contests.models import Contest

KINDS = ("tournament", "ladder")


def contests_like(
    contests: QuerySet[Contest],
    *,
    kind: str = "",
    state: str = "",
    format: str = "",
    game: str = "",
    preset: str = "",
    organiser: User | None = None,
) -> QuerySet[Contest]:
    """What is empty or None does not matter."""
    ladders = {"format": Contest.Format.LADDER}
    if kind:
        contests = contests.filter(**ladders) if kind == "ladder" else contests.exclude(**ladders)
    exact = {"state": state, "format": format, "game": game, "preset": preset}
    contests = contests.filter(**{name: value for name, value in exact.items() if value})
    return contests if organiser is None else contests.filter(organiser=organiser)
