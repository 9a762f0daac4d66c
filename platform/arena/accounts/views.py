"""The account's own page: its API token and password."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe
from rest_framework.authtoken.models import Token

from arena.accounts import services
from arena.requests import SignedIn


@login_required
@require_safe
def account(request: SignedIn) -> HttpResponse:
    response = render(request, "account/account.html", {"token": Token.objects.filter(user=request.user).first()})
    response.headers["Cache-Control"] = "private, no-store"
    return response


@login_required
@require_POST
def renew_token(request: SignedIn) -> HttpResponse:
    services.renew_token(user=request.user)
    messages.success(request, "You have a new token. The old one, if there was one, works no longer.")
    return redirect("account")
