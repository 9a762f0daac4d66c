"""The account's own page: its API tokens and password."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from knox.models import AuthToken

from arena.accounts import services
from arena.accounts.forms import RevokeForm
from arena.http_types import SignedIn
from arena.inputs import throttled
from arena.strict_forms import NothingForm, understood


@login_required
@require_safe
def account(request: SignedIn) -> HttpResponse:
    return _account(request)


@throttled("token")
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def make_token(request: SignedIn) -> HttpResponse:
    """A POST answers with the page itself: a token that waited for the next request would have to be stored."""
    if request.method != "POST":
        return redirect("account")
    understood(NothingForm(request.POST))
    return _account(request, services.make_token(user=request.user))


@login_required
@require_POST
def revoke_token(request: SignedIn) -> HttpResponse:
    form = RevokeForm(request.POST)
    understood(form)
    if services.revoke_token(user=request.user, start=form.cleaned_data["start"]):
        messages.success(request, "The token is revoked.")
    else:
        messages.error(request, "There is no such token of yours: it may have been revoked already.")
    return redirect("account")


@cache_control(private=True, no_store=True)
def _account(request: SignedIn, new_token: str = "") -> HttpResponse:
    tokens = AuthToken.objects.filter(user=request.user).order_by("-created", "digest")
    context = {"tokens": tokens, "new_token": new_token, "most_tokens": settings.TOKENS_PER_ACCOUNT}
    return render(request, "account/account.html", context)
