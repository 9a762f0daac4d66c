"""What a projector shows of a contest: how far it is, the best ten, the latest results, and at its end the order."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.core.cache import cache
from django.db.models.functions import Now

from arena.contests.matches.queries import matches
from arena.contests.models import Contest, Match
from arena.contests.schedule.progress import progress
from arena.contests.standings.queries import Standing, standings

TOP = 10
LATEST = 8  # results on the ticker
SECONDS = 3  # so long an answer is kept: a hall may have many screens
PACE_FROM = 20  # of the newest results follows how long the rest will take
DASH = "\N{EN DASH}"
LEAST = 3  # of fewer nothing can be said


def state(contest: Contest) -> dict[str, Any]:
    """Plain JSON. `top` holds places as far as they are known, `final` whether they stay."""
    made: dict[str, Any] = cache.get_or_set(f"stage:{contest.pk}", lambda: _state(contest), SECONDS) or {}
    return made


def _state(contest: Contest) -> dict[str, Any]:
    counts = progress(contest)
    ladder = contest.kind == "ladder"
    named = names(contest)
    return {
        "state": contest.state,
        "where": where(contest, counts.over, counts.total),
        "over": 0 if ladder else counts.over,
        "total": 0 if ladder else counts.total,
        "final": contest.state == Contest.State.FINISHED,
        "top": [_row(contest, row, named) for row in standings(contest, None)[:TOP] if not row.removed],
        "latest": [result(match, named) for match in latest(contest)],
    }


def where(contest: Contest, over: int, total: int) -> str:
    """One line about how far it is."""
    if contest.state == Contest.State.FINISHED:
        return f"All {total} matches are finished" if total != 1 else "The match is finished"
    if contest.state in Contest.BEFORE_START or contest.state == Contest.State.CANCELLED:
        return contest.get_state_display()
    if contest.kind == "ladder":
        return "A ladder, played all the time"
    line = f"{over} of {total} matches are finished"
    minutes = minutes_left(contest, total - over)
    if contest.state == Contest.State.PAUSED:
        return f"{line} · paused"
    if minutes is None:
        return line
    return f"{line} · about {minutes} minute{'s' * (minutes != 1)} left"


def minutes_left(contest: Contest, left: int) -> int | None:
    """By the pace of the newest results; None where there are too few, or a clock was wrong."""
    newest = contest.matches.filter(state=Match.State.DONE).order_by("-finished_at")
    times = [(at, now) for at, now in newest.annotate(now=Now()).values_list("finished_at", "now")[:PACE_FROM] if at]
    if len(times) < LEAST or left <= 0:
        return None
    seconds = (times[0][1] - times[-1][0]).total_seconds()
    return max(1, round(left * seconds / len(times) / 60)) if seconds > 0 else None


def latest(contest: Contest) -> list[Match]:
    newest = matches(contest=contest, state=Match.State.DONE).order_by("-finished_at", "-number")
    return list(newest[:LATEST])


def names(contest: Contest) -> dict[int, str]:
    """By bot the name without its owner, where no other bot of the contest has it too."""
    bots = list(contest.entries.values_list("bot", "bot__name", "bot__owner__username"))
    often = Counter(name for _, name, _ in bots)
    return {pk: name if often[name] == 1 else f"{owner}/{name}" for pk, name, owner in bots}


def result(match: Match, named: Mapping[int, str]) -> str:
    """`a beat b, 3 to 1` with a dash, `a won against b and c`: a match in one line."""
    players = sorted(match.players.all(), key=lambda player: (player.place or 99, player.number))
    names = [named[player.bot_id] for player in players]
    if len(players) == 2:
        games = 2 * match.boards
        first, second = (halves(Fraction(player.score or 0) * games) for player in players)
        if players[0].place == players[1].place:
            return f"{names[0]} and {names[1]} drew, {first} {DASH} {second}"
        return f"{names[0]} beat {names[1]}, {first} {DASH} {second}"
    best = [named[player.bot_id] for player in players if player.place == 1]
    if len(best) == len(names):
        return f"{', '.join(names[:-1])} and {names[-1]} drew"
    others = names[len(best) :]
    return f"{' and '.join(best)} won against {', '.join(others[:-1])}{' and ' * (len(others) > 1)}{others[-1]}"


def halves(value: Fraction) -> str:
    """In whole and half points, as stored scores are rounded ones: "3½"."""
    twice = round(2 * value)
    return f"{twice // 2 or ('' if twice % 2 else 0)}{'½' * (twice % 2)}"


def _row(contest: Contest, row: Standing, named: Mapping[int, str]) -> dict[str, Any]:
    if row.rating is not None and contest.kind == "ladder":
        shown = f"{row.rating / 1000:.0f}"
    else:
        shown = "" if row.score is None else f"{100 * float(row.score):.1f}%"
    return {"place": row.place, "bot": named[row.entry.bot_id], "owner": row.entry.bot.owner.username, "score": shown}
