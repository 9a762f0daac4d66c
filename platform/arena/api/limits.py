"""Rate limits of the API. Named in the settings, so nothing here may import views."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from arena import throttles


class RateLimits(BaseThrottle):
    """Those of every request, and the one that the view's `takes` names."""

    def allow_request(self, request: Request, view: Any) -> bool:
        request._request.user = request.user
        general, who = throttles.requester(request._request)
        throttles.take(general, who)
        scope = view.contract().throttle if hasattr(view, "contract") else ""
        if scope:
            throttles.take(scope, who)
        return True
