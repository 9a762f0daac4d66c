"""The pages that everybody may read: all contests, and one with its parts, some of which htmx asks for again."""

from typing import Any
from urllib.parse import urlencode

import django_filters
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.cache import Busy
from arena.contests.api.filters import TournamentFilter
from arena.contests.common.permissions import may_organise
from arena.contests.matches.queries import matches
from arena.contests.models import Contest, Match
from arena.contests.schedule.progress import progress, workers_alive
from arena.contests.standings.crosstable import crosstable
from arena.contests.standings.queries import gaps, scale, snapshot, standings
from arena.contests.tournaments import bundles
from arena.contests.tournaments.candidates import choice
from arena.contests.tournaments.entries import invited, window_reason
from arena.contests.tournaments.queries import by_interest, contests
from arena.contests.web.common import find, one_page
from arena.contests.web.entering import EnterForm
from arena.contests.web.managing import actions_of
from arena.errors import Refused, busy
from arena.requests import Request
from arena.submissions.filters import game_choices

STANDINGS_ON_A_PAGE = 100
LAST_ACTS = 10  # of the audit log, on the contest's page


class ListFilter(TournamentFilter):
    game = django_filters.ChoiceFilter(choices=game_choices, empty_label="Any game")


@require_safe
def contest_list(request: Request) -> HttpResponse:
    chosen = ListFilter(request.GET, by_interest(contests()))
    page = one_page(request, chosen.qs if chosen.is_valid() else chosen.queryset, 25)
    return render(request, "contests/list.html", {"filter": chosen, "page": page})


@require_safe
def contest_page(request: Request, slug: str) -> HttpResponse:
    contest = find(slug)
    user = request.user if request.user.is_authenticated else None
    organises = may_organise(user=user, contest=contest)
    invite = request.GET.get("invite", "")[:64]
    welcome = contest.entry == Contest.EntryMode.OPEN or organises or invited(contest=contest, token=invite)
    closed = window_reason(contest) if not organises or contest.state not in Contest.BEFORE_START else ""
    able = choice(user=user, contest=contest, organises=organises) if user and welcome and not closed else None
    context = {
        "contest": contest,
        "organises": organises,
        "actions": actions_of(contest) if organises else [],
        "invite_url": request.build_absolute_uri(f"{contest.get_absolute_url()}?invite={contest.invite_token}"),
        "welcome": welcome,
        "closed": closed,
        "choice": able,
        "enter_form": EnterForm(bots=able.bots, initial={"invite": invite}) if able else None,
        "audit": contest.audit.select_related("actor")[:LAST_ACTS],
        "audit_count": contest.audit.count(),
    }
    return render(
        request,
        "contests/contest.html",
        context | _progress(contest) | _standings(contest, page="1") | _matches(request, contest),
    )


@require_safe
def progress_part(request: Request, slug: str) -> HttpResponse:
    """State and progress, asked for every two seconds while there is any."""
    contest = find(slug)
    response = render(request, "contests/_progress.html", {"contest": contest} | _progress(contest))
    if request.GET.get("seen") not in (None, contest.state):
        response.headers["HX-Refresh"] = "true"  # the whole page has changed: other buttons, another text
    return response


@require_safe
def standings_part(request: Request, slug: str) -> HttpResponse:
    """The standings page by page; for htmx the table alone."""
    contest = find(slug)
    organises = request.user.is_authenticated and may_organise(user=request.user, contest=contest)
    context = {"contest": contest, "organises": organises} | _standings(contest, request.GET.get("page"))
    return _part(request, "standings", context)


@require_safe
def matches_part(request: Request, slug: str) -> HttpResponse:
    """The matches page by page; for htmx the table alone."""
    contest = find(slug)
    return _part(request, "matches", {"contest": contest} | _matches(request, contest))


@require_safe
def audit_page(request: Request, slug: str) -> HttpResponse:
    contest = find(slug)
    page = one_page(request, contest.audit.select_related("actor"), 50)
    return render(request, "contests/audit.html", {"contest": contest, "page": page})


@require_safe
def bundle(request: Request, slug: str) -> HttpResponseBase:
    contest = find(slug)
    try:
        return bundles.download(contest)
    except Busy:
        return busy(request)
    except Refused as refused:
        raise PermissionDenied(str(refused)) from None


def _part(request: Request, name: str, context: dict[str, Any]) -> HttpResponse:
    """A part of a contest's page by itself: alone for htmx, within a page for everybody else."""
    alone = request.htmx and not request.htmx.boosted
    response = render(request, f"contests/_{name}.html" if alone else f"contests/{name}.html", context)
    response.headers["Vary"] = "HX-Request, Cookie"
    return response


def _progress(contest: Contest) -> dict[str, Any]:
    counts = progress(contest)
    busy = contest.state == Contest.State.RUNNING
    running = matches(contest=contest, state=Match.State.RUNNING).order_by("number")[:8] if busy else []
    idle = busy and counts.waiting + counts.running > 0 and not workers_alive()
    return {"progress": counts, "running": running, "no_worker": idle}


def _standings(contest: Contest, page: str | None) -> dict[str, Any]:
    """One page of the table, and between which of its entries the order is sure."""
    latest = snapshot(contest)
    rows = standings(contest, latest)
    shown = Paginator(rows, STANDINGS_ON_A_PAGE).get_page(page)
    numbers = {row.entry.number for row in shown}
    neighbours = gaps(rows, latest)
    return {
        "rows": shown,
        "snapshot": latest,
        "scale": scale(rows),
        "gaps": [gap for gap in neighbours if gap["above"].number in numbers],
        "unsettled": not all(gap["settled"] for gap in neighbours),
        "cross": crosstable(rows, latest),
    }


def _matches(request: Request, contest: Contest) -> dict[str, Any]:
    rows = matches(contest=contest).order_by("-number" if contest.kind == "ladder" else "number")
    entries = {str(entry.number): entry for entry in contest.entries.select_related("bot__owner")}
    chosen = {}
    if (state := request.GET.get("state", "")) in Match.State.values:
        rows, chosen["state"] = rows.filter(state=state), state
    if (bot := request.GET.get("bot", "")) in entries:
        rows, chosen["bot"] = rows.filter(players__entry=entries[bot]), bot
    return {
        "page": one_page(request, rows, 25),
        "states": Match.State.choices,
        "entrants": sorted(((number, str(entry.bot)) for number, entry in entries.items()), key=lambda one: one[1]),
        "chosen": chosen,
        "filter_query": f"{urlencode(chosen)}&" if chosen else "",
    }
