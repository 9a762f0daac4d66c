"""The page on which an account is deleted: the app on top has it, for an account's bots and contests go with it."""

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from arena.accounts.forms import PasswordForm
from arena.accounts.services import authenticate
from arena.contests.operations.account_deletion import delete_account
from arena.errors import Refused
from arena.http_types import SignedIn


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete_account_page(request: SignedIn) -> HttpResponse:
    """Says what will happen and asks for the password."""
    form = PasswordForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            user = authenticate(request=request, username=request.user.username, **form.cleaned_data)
            delete_account(user=user)
        except Refused as refused:
            form.add_error("password", str(refused))
        else:
            logout(request)
            messages.success(request, "Your account is deleted.")
            return redirect("home")
    return render(request, "account/delete.html", {"form": form}, status=400 if form.errors else 200)
