"""What the site's own pages show of contests, and small filters of their templates."""

from typing import Any

from django import template
from django.db.models import Sum
from django.utils.safestring import SafeString

import games
from arena.contests.ladders.expectation import first_ladder_match
from arena.contests.matches.queries import matches
from arena.contests.models import Contest, Pool, Rating
from arena.contests.tournaments.queries import contests
from arena.contests.web.contest_form import said
from arena.submissions.models import Bot

register = template.Library()
MILLI = 1000


@register.inclusion_tag("contests/_whats_on.html", takes_context=True)
def whats_on(context: dict[str, Any]) -> dict[str, Any]:
    """What takes entries, what is under way, the best at each game, and what ended last."""
    listed = contests().exclude(format=Contest.Format.LADDER)
    under_way = listed.filter(state__in=Contest.UNDER_WAY).order_by("-started_at")[:5]
    taking = listed.filter(state=Contest.State.OPEN, entry=Contest.EntryMode.OPEN).order_by("-created_at")[:5]
    return {
        "user": context.get("user"),
        "leaders": [_best(pool) for pool in _played_most()],
        "under_way": under_way,
        "taking": taking,
        "ended": listed.filter(state=Contest.State.FINISHED).order_by("-finished_at")[:5],
        "latest": matches(state="done").order_by("-finished_at")[:5],
    }


def _played_most() -> list[Pool]:
    """Of each game the pool with the most rated matches."""
    pools = Pool.objects.annotate(played=Sum("ratings__matches")).filter(played__gt=0).order_by("played", "-pk")
    most = {pool.game: pool for pool in pools}
    return [most[name] for name in games.names() if name in most]


def _best(pool: Pool) -> tuple[games.Game, str, list[Rating]]:
    best = Rating.objects.filter(pool=pool).select_related("bot__owner").order_by("-value", "bot_id")[:5]
    return games.load(pool.game), pool.preset, list(best)


@register.inclusion_tag("contests/_bot_record.html")
def bot_record(bot: Bot) -> dict[str, Any]:
    """A bot's ratings with their history, its last matches, and when to expect the first one on the ladder."""
    ratings = Rating.objects.filter(bot=bot).select_related("pool").order_by("pool__preset")
    last = matches(players__bot=bot, state="done").order_by("-pk")[:10]
    return {"bot": bot, "ratings": ratings, "matches": last, "expectation": first_ladder_match(bot)}


@register.filter
def in_words(options: dict[str, Any]) -> str:
    """A game's options: "deals: 1, winner draws: no"."""
    return ", ".join(f"{name.replace('_', ' ')}: {said(value)}" for name, value in options.items())


@register.filter
def elo(milli: int | None) -> str:
    """Milli-Elo as whole points."""
    return "" if milli is None else f"{milli / MILLI:.0f}"


@register.filter
def elo_change(milli: int | None) -> str:
    """A change with its sign and one decimal; a real minus sign."""
    return "" if milli is None else f"{milli / MILLI:+.1f}".replace("-", "\N{MINUS SIGN}")


@register.filter
def points(value: Any) -> str:
    """Half points as 3.5; what match scores of several boards add up to with two decimals or as many as it has."""
    text = f"{float(value):.2f}"
    return text[:-1] if text.endswith("0") else text


@register.filter
def percent(share: Any) -> str:
    """0 to 1 as percent."""
    return "" if share is None else f"{100 * float(share):.1f}\N{NO-BREAK SPACE}%"


@register.filter
def likelihood(share: float) -> str:
    """As percent; a finite number of resamples is never sure."""
    return "more than 99.9\N{NO-BREAK SPACE}%" if share > 0.999 else percent(share)


@register.filter
def faults(counts: dict[str, int]) -> str:
    """{"timeout": 2} as "2 timeout"."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items()))


@register.simple_tag
def fit_bar(row: dict[str, Any] | None, low: float, high: float) -> SafeString | str:
    """An interval as a small SVG line on a scale from `low` to `high` Elo."""
    if row is None or high <= low:
        return ""
    start, end, middle = (100 * (row[key] - low) / (high - low) for key in ("low", "high", "rating"))
    return SafeString(
        f'<svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<rect x="{start:.1f}" y="4" width="{max(end - start, 0.5):.1f}" height="2"/>'
        f'<rect x="{middle - 0.75:.1f}" y="1" width="1.5" height="8"/></svg>'
    )
