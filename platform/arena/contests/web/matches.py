"""A match: where it is and why, who plays, the result, the log."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from arena.contests.analysis.deals import has_solver
from arena.contests.common.permissions import may_judge
from arena.contests.matches import public_log
from arena.contests.matches.log_access import may_see_log
from arena.contests.matches.queries import explain, matches, require_logs
from arena.contests.models import Match, RatingChange
from arena.contests.web.managing import actions_of_match
from arena.downloads import private_file
from arena.http_types import Request


@require_safe
def match_page(request: Request, pk: int) -> HttpResponse:
    """For htmx just the part that changes while the match is not over."""
    match = get_object_or_404(matches(), pk=pk)
    user = request.user if request.user.is_authenticated else None
    changes = {}
    if match.rating_sequence is not None:
        events = RatingChange.objects.filter(match=match, reversal=False).defer("version__source")
        changes = {change.bot_id: change for change in events}
    players = [(p, changes.get(p.bot_id), may_see_log(request.user, p)) for p in match.players.all()]
    context = {
        "match": match,
        "players": players,
        "why": explain(match),
        "solved": match.has_replay and has_solver(match.contest.game),  # type: ignore[attr-defined]
        "log": public_log.text(match),
        "actions": actions_of_match(match) if may_judge(user=user, match=match) else [],
        "live": match.state in (Match.State.WAITING, Match.State.RUNNING),
    }
    part = request.htmx and not request.htmx.boosted
    response = render(request, "contests/_match.html" if part else "contests/match.html", context)
    response.headers["Vary"] = "HX-Request, Cookie"
    return response


@require_safe
def private_log(request: Request, pk: int, number: int) -> HttpResponse:
    """What a bot printed, for its owner and operators. Players count from 1, as on all pages."""
    match = get_object_or_404(matches(), pk=pk)
    player = get_object_or_404(match.players.select_related("bot__owner"), number=number - 1)
    if not may_see_log(request.user, player):
        return HttpResponse(
            "This is private to the bot's owner.\n", status=403, content_type="text/plain; charset=utf-8"
        )
    require_logs(match)
    return private_file(player.log.encode(), f"match-{pk}-player-{number}.log", "text/plain; charset=utf-8")
