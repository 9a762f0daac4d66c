"""What the site's own pages show of contests, and small filters of their templates."""

from typing import Any

from django import template
from django.db.models import F, Sum

import games
from arena.contests.analysis.deals import has_solver
from arena.contests.analysis.queries import tricks_lost
from arena.contests.ladders.expectation import first_ladder_match
from arena.contests.matches.featured import featured
from arena.contests.matches.queries import matches
from arena.contests.models import Contest, Pool, Rating
from arena.contests.ratings import board
from arena.contests.ratings.record import opponents, played, record
from arena.contests.schedule.estimate import seconds_left
from arena.contests.schedule.progress import progress
from arena.contests.standings.queries import standings
from arena.contests.standings.words import winners
from arena.contests.tournaments.queries import contests
from arena.contests.web.contest_form import said
from arena.submissions.models import Bot
from arena.table.messages import messages

register = template.Library()
MILLI = 1000


@register.inclusion_tag("contests/_whats_on.html", takes_context=True)
def whats_on(context: dict[str, Any]) -> dict[str, Any]:
    """What runs, what one can enter, and who won last."""
    listed = contests().exclude(format=Contest.Format.LADDER)
    running = list(listed.filter(state__in=Contest.UNDER_WAY).order_by("-started_at")[:4])
    taking = listed.filter(state=Contest.State.OPEN, entry=Contest.EntryMode.OPEN)
    ended = listed.filter(state=Contest.State.FINISHED).order_by("-finished_at")[:3]
    return {
        "user": context.get("user"),
        "running": [(contest, _left(contest)) for contest in running],
        "taking": taking.order_by(F("starts_at").asc(nulls_last=True), "-created_at")[:4],
        "ended": [(contest, winners(standings(contest, None))) for contest in ended],
        "latest": matches(state="done").order_by("-finished_at")[:5],
    }


@register.inclusion_tag("contests/_leaders.html", takes_context=True)
def leaders(context: dict[str, Any]) -> dict[str, Any]:
    """The best at each game, at the rules that are played most."""
    return {"user": context.get("user"), "leaders": [_best(pool) for pool in _played_most()]}


@register.inclusion_tag("table/_playing.html")
def playing_table(playing: dict[str, Any], title: str) -> dict[str, Any]:
    """A table in play; `playing` as `matches.featured` makes it."""
    return {"playing": playing | {"messages": messages()}, "title": title}


@register.simple_tag
def featured_match(contest: Contest | None = None) -> dict[str, Any] | None:
    return featured(contest)


def _left(contest: Contest) -> float | None:
    if contest.state != Contest.State.RUNNING:
        return None
    return seconds_left(contest, progress(contest), contest.entry_count)  # type: ignore[attr-defined]


def _played_most() -> list[Pool]:
    """Of each game the pool with the most rated matches."""
    pools = Pool.objects.annotate(played=Sum("ratings__matches")).filter(played__gt=0).order_by("played", "-pk")
    most = {pool.game: pool for pool in pools}
    return [most[name] for name in games.names() if name in most]


def _best(pool: Pool) -> dict[str, Any]:
    ratings = Rating.objects.filter(pool=pool)
    best = board.rows(ratings.select_related("bot__owner").order_by("-value", "bot_id")[:5])
    return {
        "game": games.load(pool.game),
        "preset": pool.preset,
        "rows": best,
        "scale": board.scale(best),
        "count": ratings.count(),
    }


@register.inclusion_tag("contests/_bot_record.html")
def bot_record(bot: Bot) -> dict[str, Any]:
    """A bot's ratings with their history, tricks lost, last matches, and when to expect the first one on the ladder."""
    ratings = board.rows(Rating.objects.filter(bot=bot).select_related("pool", "bot__owner").order_by("pool__preset"))
    tables = played(bot)
    last = matches(players__bot=bot, state="done").order_by("-pk")[:10]
    return {
        "bot": bot,
        "ratings": [(row, board.place(row.rating), board.scale([row])) for row in ratings],
        "matches": last,
        "record": record(tables),
        "opponents": opponents(tables),
        "expectation": first_ladder_match(bot),
        "lost": tricks_lost(bot) if has_solver(bot.game) else None,
    }


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
