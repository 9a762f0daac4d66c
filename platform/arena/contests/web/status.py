"""For operators: what waits, who works, whether the sandbox holds, what failed."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from arena.contests.operations import sandbox
from arena.contests.operations.status import AWAY, report
from arena.http_types import SignedIn
from arena.strict_forms import NothingForm, understood


@login_required
@require_safe
def status_page(request: SignedIn) -> HttpResponse:
    _require_operator(request)
    return render(request, "contests/status.html", report())


@login_required
@require_POST
def attack_sandbox(request: SignedIn) -> HttpResponse:
    _require_operator(request)
    understood(NothingForm(request.POST))
    try:
        sandbox.request_attacks()
    except AWAY:
        messages.error(request, "The broker does not answer, so no worker was asked.")
    else:
        messages.success(request, "A worker was asked to run the attack suite; it takes about a minute.")
    return redirect("status")


def _require_operator(request: SignedIn) -> None:
    if not request.user.is_staff:
        raise PermissionDenied("This page is for the site's operators.")
