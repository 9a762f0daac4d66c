"""What organisers do. Every action has a page that says what will happen, and happens on its POST."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from arena.contests.common.permissions import may_organise
from arena.contests.matches import adjudication as match_services
from arena.contests.models import Contest, Match
from arena.contests.standings.integrity import suspicions
from arena.contests.tournaments import create, lifecycle
from arena.contests.web.common import attempt, find
from arena.contests.web.contest_form import ContestForm
from arena.contests.web.forms import ExtendForm, ReasonForm
from arena.errors import Refused
from arena.http_types import SignedIn
from arena.inputs import throttled
from arena.strict_forms import NothingForm, StrictForm, understood


@dataclass(frozen=True)
class Action:
    """A button, the page that asks, what it does and what is said then. `states`: where it makes sense. `question` is
    asked of `{name}`; without one it is the verb's."""

    verb: str
    done: str
    text: str
    service: Callable[..., Any]
    states: tuple[str, ...]
    form: type[StrictForm] | None = None
    question: str = ""

    def ask(self, name: str) -> str:
        return (self.question or f"{self.verb} {{name}}?").format(name=name)


BEFORE, UNDER_WAY, STATE = Contest.BEFORE_START, Contest.UNDER_WAY, Contest.State
ACTIONS = {
    "open": Action(
        "Open entries",
        "entries are open",
        "Owners can enter their bots.",
        lifecycle.open_entries,
        (STATE.DRAFT,),
        question="Open the entries of {name}?",
    ),
    "start": Action(
        "Start",
        "started",
        "Every entry is pinned to its bot's newest ready version, the deals' secret is committed to, matches begin.",
        lifecycle.start,
        BEFORE,
    ),
    "pause": Action(
        "Pause",
        "paused",
        "Matches that are running play on; no other begins until you resume.",
        lifecycle.pause,
        (STATE.RUNNING,),
    ),
    "resume": Action("Resume", "resumed", "The matches that wait are played.", lifecycle.resume, (STATE.PAUSED,)),
    "extend": Action(
        "Extend",
        "extended",
        "More rounds are drawn for the entries that are left.",
        lifecycle.extend,
        UNDER_WAY,
        ExtendForm,
    ),
    "cancel": Action(
        "Cancel",
        "cancelled",
        "This cannot be undone. Nothing more is played; matches without a result become void, all others stand.",
        lifecycle.cancel,
        (*BEFORE, *UNDER_WAY),
        ReasonForm,
    ),
    "close": Action(
        "Close",
        "closed",
        "The ladder ends and its secret is shown. A new one opens while bots want to climb; ratings stand.",
        lifecycle.close,
        UNDER_WAY,
        ReasonForm,
    ),
}
OF_TOURNAMENTS, OF_LADDERS = ("open", "start", "extend", "cancel"), ("close",)
MATCH_ACTIONS = {
    "void": Action(
        "Declare void",
        "declared void",
        "The match counts for nobody, and its rating changes are reversed. Its replay stays.",
        match_services.void,
        (Match.State.WAITING, Match.State.RUNNING, Match.State.DONE),
        ReasonForm,
        "Declare {name} void?",
    ),
    "rerun": Action(
        "Play again",
        "will be played again",
        "The match is played again, with new deals: its bots may have kept the old ones. The old one becomes void.",
        match_services.rerun,
        (Match.State.DONE, Match.State.VOID),
        ReasonForm,
        "Play {name} again?",
    ),
}


def actions_of(contest: Contest) -> list[tuple[str, Action]]:
    """The buttons of a contest in its present state."""
    able = {name: action for name, action in ACTIONS.items() if contest.state in action.states}
    others = OF_TOURNAMENTS if contest.kind == "ladder" else OF_LADDERS
    if contest.entry == Contest.EntryMode.PRIVATE:
        others = (*others, "open")
    return [(name, action) for name, action in able.items() if name not in others]


def actions_of_match(match: Match) -> list[tuple[str, Action]]:
    """The buttons of a match: once its contest is over, its deals are known and nothing is played again."""
    able = [(name, action) for name, action in MATCH_ACTIONS.items() if match.state in action.states]
    return [(name, action) for name, action in able if name != "rerun" or match.contest.state in UNDER_WAY]


@throttled("create")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_contest(request: SignedIn) -> HttpResponse:
    form = ContestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(create.create(by=request.user, **form.wanted()))
        except Refused as refused:
            field = "rules" if refused.field in ("game", "preset") else refused.field
            form.add_error(field if field in form.fields else None, str(refused))
    return render(request, "contests/new.html", {"form": form}, status=400 if form.errors else 200)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def contest_action(request: SignedIn, slug: str, action: str) -> HttpResponse:
    contest = find(slug)
    chosen = _action(ACTIONS, action)
    initial = {"boards": contest.boards}
    return _ask_or_do(request, contest, chosen, {"contest": contest}, contest.name, contest.get_absolute_url(), initial)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def match_action(request: SignedIn, pk: int, action: str) -> HttpResponse:
    match = get_object_or_404(Match.objects.select_related("contest__organiser"), pk=pk)
    chosen = _action(MATCH_ACTIONS, action)
    title = f"match {match.number} of {match.contest.name}"
    return _ask_or_do(request, match.contest, chosen, {"match": match}, title, match.get_absolute_url(), {})


@login_required
@require_safe
def collusion_page(request: SignedIn, slug: str) -> HttpResponse:
    contest = find(slug)
    _require(request, contest)
    return render(request, "contests/collusion.html", {"contest": contest, **suspicions(contest)})


def _ask_or_do(
    request: SignedIn,
    contest: Contest,
    action: Action,
    what: dict[str, Any],
    name: str,
    back: str,
    initial: dict[str, Any],
) -> HttpResponse:
    _require(request, contest)
    form = action.form(request.POST or None, initial=initial) if action.form else None
    if request.method == "POST" and (form.is_valid() if form else understood(NothingForm(request.POST))):
        done = attempt(request, action.service, by=request.user, **what, **(form.cleaned_data if form else {}))
        if done is None:
            return redirect(back)
        messages.success(request, f"{name[0].upper()}{name[1:]}: {action.done}.")
        return redirect(done)
    context = {"contest": contest, "form": form, "verb": action.verb, "text": action.text, "back": back}
    status = 400 if form is not None and form.errors else 200
    return render(request, "contests/confirm.html", context | {"title": action.ask(name)}, status=status)


def _action(actions: dict[str, Action], name: str) -> Action:
    if name not in actions:
        raise Http404
    return actions[name]


def _require(request: SignedIn, contest: Contest) -> None:
    if not may_organise(user=request.user, contest=contest):
        raise PermissionDenied(f"Only the organiser of {contest.name} may do that.")
