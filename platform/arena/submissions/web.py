"""Pages of bots and their versions."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from arena.downloads import private_file
from arena.errors import Refused
from arena.http_types import Request, SignedIn
from arena.inputs import query, throttled
from arena.paging import numbered_page
from arena.strict_forms import NothingForm, understood
from arena.submissions import checks, lookup, services
from arena.submissions.filters import bots_like
from arena.submissions.forms import BotFilterForm, BotForm, SettingsForm, UploadForm
from arena.submissions.models import Bot, Version
from arena.submissions.permissions import (
    bots_with_versions,
    is_private_to,
    require_owner,
    require_owner_or_operator,
    without_bulk,
)


@query("search", "game", "owner", "ready", "retired", "page")
@require_safe
def bot_list(request: Request) -> HttpResponse:
    """All bots; the retired ones only where they are asked for."""
    form = BotFilterForm(request.GET)
    understood(form)
    bots = bots_like(bots_with_versions(), **{**form.cleaned_data, "retired": bool(form.cleaned_data["retired"])})
    mine = request.user.is_authenticated and request.GET.get("owner") == request.user.username
    context = {"filter": {"form": form}, "page": numbered_page(request, bots, 25), "mine": mine}
    return render(request, "bots/list.html", context)


@throttled("create")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_bot(request: SignedIn) -> HttpResponse:
    form = BotForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            bot = services.create_bot(owner=request.user, **form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.field or None, str(refused))
        else:
            return redirect(bot)
    return render(request, "bots/new.html", {"form": form}, status=400 if form.errors else 200)


@query("page")
@throttled("upload")
@require_http_methods(["GET", "HEAD", "POST"])
def bot_page(request: Request, owner: str, name: str) -> HttpResponse:
    """The bot with its versions; a POST by its owner uploads the next version."""
    bot = find(owner, name)
    form = UploadForm()
    if request.method == "POST":
        require(require_owner, request, bot)
        form = UploadForm(request.POST, request.FILES)
        if form.is_valid():
            file = form.cleaned_data["file"]
            try:
                return redirect(services.upload_version(bot=bot, data=file.read(), filename=file.name))
            except Refused as refused:
                form.add_error("file", str(refused))
    versions = without_bulk(bot.versions.order_by("-number"))
    return render(
        request,
        "bots/bot.html",
        {
            "bot": bot,
            "ready": services.ready_version(bot),
            "page": numbered_page(request, versions, 10),
            "is_owner": request.user.pk == bot.owner_id,
            "private": is_private_to(request.user, bot),
            "form": form,
        },
        status=400 if form.errors else 200,
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def bot_settings(request: SignedIn, owner: str, name: str) -> HttpResponse:
    bot = find(owner, name)
    require(require_owner_or_operator, request, bot)
    now = {"name": bot.name, "on_ladder": bot.on_ladder, "accepts_rated": bot.accepts_rated}
    now["retired"] = bot.retired_at is not None
    form = SettingsForm(request.POST if request.method == "POST" else None, initial=now)
    if request.method == "POST" and form.is_valid():
        try:
            services.change_bot(bot=bot, **form.cleaned_data)
        except Refused as refused:
            form.add_error(refused.field or None, str(refused))
        else:
            messages.success(request, "Saved.")
            return redirect(bot)
    return render(request, "bots/settings.html", {"form": form, "bot": bot}, status=400 if form.errors else 200)


@query("seen")
@require_safe
def version_page(request: Request, owner: str, name: str, number: int) -> HttpResponse:
    """One version, its verdict and, for its owner, the reason and log. For htmx just the part that changes, or 204
    while it is still as `seen`."""
    version = find_version(owner, name, number)
    if request.htmx and request.GET.get("seen") == version.progress:
        return HttpResponse(status=204)
    context = {"version": version, "bot": version.bot, "private": is_private_to(request.user, version.bot)}
    response = render(request, "bots/_check.html" if request.htmx else "bots/version.html", context)
    response.headers["Vary"] = "HX-Request, Cookie"
    return response


@login_required
@require_safe
def version_source(request: SignedIn, owner: str, name: str, number: int) -> HttpResponse:
    version = find_version(owner, name, number)
    require(require_owner_or_operator, request, version.bot)
    if not version.source:
        raise Http404
    return private_file(bytes(version.source), version.filename)


@throttled("upload")
@login_required
@require_POST
def version_check(request: SignedIn, owner: str, name: str, number: int) -> HttpResponse:
    """Check a version again that the site could not check."""
    version = find_version(owner, name, number)
    require(require_owner_or_operator, request, version.bot)
    understood(NothingForm(request.POST))
    try:
        checks.check_again(version=version)
    except Refused as refused:
        messages.error(request, str(refused))
    return redirect(version)


def bot_by_id(request: Request, number: int) -> HttpResponse:
    """To the bot's page, which is named by owner/name."""
    return redirect(lookup.bot(str(number)))


def find(owner: str, name: str) -> Bot:
    return lookup.bot(f"{owner}/{name}")


def find_version(owner: str, name: str, number: int) -> Version:
    versions = Version.objects.select_related("bot__owner")
    return get_object_or_404(versions, bot=find(owner, name), number=number)


def require(rule, request: Request, bot: Bot) -> None:  # type: ignore[no-untyped-def]
    try:
        rule(request.user, bot)
    except Refused as refused:
        raise PermissionDenied(str(refused)) from None
