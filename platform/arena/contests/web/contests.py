"""The pages that everybody may read: all contests, and one with its parts, some of which htmx asks for again."""

from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena import keyset
from arena.cache import Busy
from arena.contests.common import consent
from arena.contests.common.permissions import may_organise
from arena.contests.matches.queries import before_in_queue, matches
from arena.contests.models import Contest, Entry, Match
from arena.contests.schedule.estimate import expected_matches, seconds_left, seconds_of
from arena.contests.schedule.progress import progress, workers_alive
from arena.contests.standings.crosstable import crosstable
from arena.contests.standings.queries import gaps, order_settled, rule_of, scale, snapshot, standings
from arena.contests.standings.words import levels, podium, winners
from arena.contests.tournaments import bundles
from arena.contests.tournaments.candidates import choice
from arena.contests.tournaments.entries import invited, window_reason
from arena.contests.tournaments.filters import contests_like
from arena.contests.tournaments.queries import by_interest, contests
from arena.contests.web.common import find
from arena.contests.web.forms import ContestFilterForm, EnterForm, MatchFilterForm
from arena.contests.web.managing import actions_of
from arena.errors import Refused, busy
from arena.http_types import Request
from arena.inputs import query, unknown_value
from arena.paging import numbered_page
from arena.strict_forms import understood
from tournaments.pairings import round_size
from tournaments.ratings.fit import LEAST_BOARDS
from tournaments.standings import RATING

STANDINGS_ON_A_PAGE = 100
LAST_ACTS = 10  # of the audit log, on the contest's page


@query("kind", "state", "format", "game", "preset", "organiser", "page")
@require_safe
def contest_list(request: Request) -> HttpResponse:
    form = ContestFilterForm(request.GET)
    understood(form)
    rows = by_interest(contests_like(contests(), **form.cleaned_data))
    return render(request, "contests/list.html", {"filter": {"form": form}, "page": numbered_page(request, rows, 25)})


@query("invite")
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
        "not_agreed": consent.missing(contest),
    }
    return render(
        request,
        "contests/contest.html",
        context | _progress(contest) | _plan(contest) | _standings(request, contest) | _matches(contest, {}),
    )


@query("seen")
@require_safe
def progress_part(request: Request, slug: str) -> HttpResponse:
    """State and progress, asked for every two seconds while there is any."""
    contest = find(slug)
    response = render(request, "contests/_progress.html", {"contest": contest} | _progress(contest))
    if request.GET.get("seen") not in (None, contest.state):
        response.headers["HX-Refresh"] = "true"  # the whole page has changed: other buttons, another text
    return response


@query("page")
@require_safe
def standings_part(request: Request, slug: str) -> HttpResponse:
    """The standings page by page; for htmx the table alone."""
    contest = find(slug)
    organises = request.user.is_authenticated and may_organise(user=request.user, contest=contest)
    context = {"contest": contest, "organises": organises} | _standings(request, contest)
    return _part(request, "standings", context)


@query("state", "bot", "against", "cursor")
@require_safe
def matches_part(request: Request, slug: str) -> HttpResponse:
    """The matches page by page; for htmx the table alone."""
    contest = find(slug)
    form = MatchFilterForm(request.GET)
    understood(form)
    cursor = request.GET.get("cursor", "")
    return _part(request, "matches", {"contest": contest} | _matches(contest, form.cleaned_data, cursor))


@query("cursor")
@require_safe
def audit_page(request: Request, slug: str) -> HttpResponse:
    contest = find(slug)
    page = keyset.page(contest.audit.select_related("actor"), ("-pk",), 50, request.GET.get("cursor", ""))
    return render(request, "contests/audit.html", {"contest": contest, "page": page})


@require_safe
def bundle(request: Request, slug: str) -> HttpResponseBase:
    contest = find(slug)
    try:
        return bundles.answer(request, contest)
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
    running = list(matches(contest=contest, state=Match.State.RUNNING).order_by("number")[:8]) if busy else []
    idle = (contest.drawing or (busy and counts.waiting + counts.running > 0)) and not workers_alive()
    entered = contest.entries.filter(state=Entry.State.ACTIVE).count()
    waiting = matches(contest=contest, state=Match.State.WAITING).order_by("number")
    first = waiting.first() if busy and not running else None
    return {
        "progress": counts,
        "running": running,
        "no_worker": idle,
        "left": seconds_left(contest, counts, entered) if busy and contest.kind == "tournament" else None,
        "ahead": before_in_queue(first) if first else None,
        "round": running[0].round if running else None,
    }


def _plan(contest: Contest) -> dict[str, Any]:
    """What a contest that has not started would be with the bots entered now."""
    entered = contest.entries.filter(state=Entry.State.ACTIVE).count()
    if contest.state not in Contest.BEFORE_START:
        return {}
    expected = expected_matches(contest, entered)
    even = contest.format == Contest.Format.TABLES and entered >= contest.seats
    return {
        "entered": entered,
        "expected": expected,
        "each": contest.rounds * round_size(entered, contest.seats)[1] if even else None,
        "takes": seconds_of(contest, expected) if expected else None,
    }


def _standings(request: Request, contest: Contest) -> dict[str, Any]:
    """One page of the table, and between which of its entries the order is sure."""
    latest = snapshot(contest)
    rows = standings(contest, latest)
    shown = numbered_page(request, rows, STANDINGS_ON_A_PAGE)
    numbers = {row.entry.number for row in shown}
    neighbours = gaps(rows, latest)
    return {
        "rows": shown,
        "snapshot": latest,
        "scale": scale(rows),
        "by_rating": contest.ranking == RATING,
        "any_byes": any(row.byes for row in rows),
        "any_voids": any(row.voids for row in rows),
        "rule": rule_of(contest),
        "gaps": [gap for gap in neighbours if gap["above"].number in numbers],
        "settled": order_settled(rows, neighbours),
        "least_boards": LEAST_BOARDS,
        "cross": crosstable(rows, latest),
        "podium": podium(rows),
        "winners": winners(rows),
        "levels": levels(rows, neighbours),
    }


def _matches(contest: Contest, wanted: dict[str, Any], cursor: str = "") -> dict[str, Any]:
    """One page of the matches, of a ladder the newest first. Raises Refused for a bot that is not in the contest."""
    rows = matches(contest=contest)
    entrants = sorted(str(entry.bot) for entry in contest.entries.select_related("bot__owner"))
    chosen = {name: str(value) for name, value in wanted.items() if value}
    if state := wanted.get("state"):
        rows = rows.filter(state=state)
    for name in ("bot", "against"):
        if bot := wanted.get(name):
            if str(bot) not in entrants:
                raise unknown_value(str(bot), entrants, name)
            rows = rows.filter(players__bot=bot)
    return {
        "page": keyset.page(rows, ("-number" if contest.kind == "ladder" else "number",), 25, cursor),
        "states": Match.State.choices,
        "entrants": [(name, name) for name in entrants],
        "chosen": chosen,
        "filter_query": f"{urlencode(chosen)}&" if chosen else "",
    }
