"""Entering a bot and taking one out."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST

from arena.contests.common.permissions import may_organise
from arena.contests.models import Entry
from arena.contests.tournaments import entries
from arena.contests.tournaments.candidates import choice
from arena.contests.web.common import attempt, find
from arena.contests.web.forms import EnterForm
from arena.errors import NotFound
from arena.http_types import SignedIn
from arena.strict_forms import NothingForm, understood
from arena.submissions import lookup


@login_required
@require_POST
def enter(request: SignedIn, slug: str) -> HttpResponse:
    contest = find(slug)
    organises = may_organise(user=request.user, contest=contest)
    form = EnterForm(request.POST, bots=choice(user=request.user, contest=contest, organises=organises).bots)
    invite = str(request.POST.get("invite", ""))[:64]
    if form.is_valid():
        if attempt(request, entries.add, contest=contest, bot=form.cleaned_data["bot"], by=request.user, invite=invite):
            messages.success(request, f"{form.cleaned_data['bot']} is entered.")
    else:
        for reasons in form.errors.values():
            messages.error(request, " ".join(map(str, reasons)))
    address = reverse("contest", args=[slug])
    return redirect(f"{address}?invite={invite}#entries" if invite and invite.isascii() else f"{address}#entries")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: SignedIn, slug: str, owner: str, name: str) -> HttpResponse:
    """Asks first; a POST does it."""
    contest = find(slug)
    bot = lookup.bot(f"{owner}/{name}")
    entry = contest.entries.select_related("bot__owner").filter(bot=bot, state=Entry.State.ACTIVE).first()
    if entry is None:
        raise NotFound(f"{bot} is not entered in {contest.name}.")
    if request.method == "POST" and understood(NothingForm(request.POST)):
        if attempt(request, entries.remove, entry=entry, by=request.user):
            messages.success(request, f"{entry.bot} has been removed.")
        return redirect(contest)
    started = contest.state not in contest.BEFORE_START
    return render(
        request,
        "contests/confirm.html",
        {
            "contest": contest,
            "back": contest.get_absolute_url(),
            "title": f"Remove {entry.bot}?",
            "verb": "Remove",
            "text": "Its matches that have not begun become void; those it has played keep counting."
            if started
            else "It can be entered again until the contest starts.",
        },
    )
