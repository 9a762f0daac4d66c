"""Leaderboards, and a bot's rating history as data for a chart."""

from django.db.models import Q
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

import games
from arena.contests.models import Contest, Pool, Rating
from arena.contests.ratings import board
from arena.contests.ratings.history import chart
from arena.http_types import Request
from arena.inputs import query
from arena.paging import numbered_page
from arena.submissions import lookup
from tournaments.ratings import elo, uncertainty


@require_safe
def leaderboards(request: Request) -> HttpResponse:
    """To the first preset of the first game; every board links to all others."""
    first = games.names()[0]
    return redirect("leaderboard-of", first, next(iter(games.presets(first))))


@query("page")
@require_safe
def leaderboard(request: Request, game: str, preset: str) -> HttpResponse:
    lookup.preset(preset, lookup.game(game))
    pool = Pool.objects.filter(game=game, preset=preset).first()
    ratings = Rating.objects.filter(pool=pool) if pool else Rating.objects.none()
    rows = numbered_page(request, ratings.select_related("bot__owner").order_by("-value", "bot_id"), 50)
    boards = [(games.load(name).title, name, list(games.presets(name))) for name in games.names()]
    ladder = Contest.objects.filter(
        Q(state__in=Contest.UNDER_WAY), format=Contest.Format.LADDER, game=game, preset=preset
    )
    shown = board.rows(rows)
    context = {
        "rows": shown,
        "scale": board.scale(shown),
        "provisional": uncertainty.PROVISIONAL,
        "game": games.load(game, preset),
        "preset": preset,
        "boards": boards,
        "page": rows,
        "pool": pool,
        "ladder": ladder.first(),
        "k": elo.K,
        "start": elo.START // 1000,
    }
    return render(request, "contests/leaderboard.html", context)


@require_safe
def rating_chart(request: Request, pool: int, bot: int) -> JsonResponse:
    rating = get_object_or_404(Rating.objects.select_related("pool", "bot__owner"), pool=pool, bot=bot)
    return JsonResponse(chart(rating))
