"""A rating's history as a line chart."""

from typing import Any

from arena.contests.models import Rating, RatingChange

MOST_POINTS = 2000


def chart(rating: Rating) -> dict[str, Any]:
    """What charts/charts.js draws: Elo after each of the bot's last matches, with a mark at every new version."""
    changes = RatingChange.objects.filter(pool=rating.pool, bot=rating.bot).order_by("-sequence")
    latest = list(changes.values_list("new", "version__number")[:MOST_POINTS])[::-1]
    first = max(0, changes.count() - len(latest))
    points = [[first + at, round(new / 1000, 1)] for at, (new, _) in enumerate(latest, start=1)]
    numbers = [number for _, number in latest]
    marks = [
        {"x": first + at + 1, "label": f"version {number}"}
        for at, number in enumerate(numbers)
        if at and number != numbers[at - 1]
    ]
    return {
        "x": {"label": "match", "time": False},
        "y": {"label": "Elo", "decimals": 0},
        "series": [{"name": f"{rating.bot}, {rating.pool.preset}", "points": points}],
        "marks": marks,
    }
