"""For operators: what waits, who works, whether the sandbox holds, what failed."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.contests.queries.status import report
from arena.requests import SignedIn


@login_required
@require_safe
def status_page(request: SignedIn) -> HttpResponse:
    if not request.user.is_staff:
        raise PermissionDenied("This page is for the site's operators.")
    return render(request, "contests/status.html", report())
