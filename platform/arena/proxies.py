"""Who a request comes from. What a proxy adds is believed only of a proxy that the operator has configured."""

from collections.abc import Callable
from ipaddress import ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest, HttpResponse

FORWARDED = ("HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED")


def is_proxy(address: str) -> bool:
    """Whether the other end of the connection is one of our proxies. One that uses a socket has no address."""
    if not settings.TRUSTED_PROXIES:
        return False
    if not address:
        return True
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(network) for network in settings.TRUSTED_PROXY_NETWORKS)


def ignore_forged_headers(get_response: Callable[[HttpRequest], HttpResponse]):  # type: ignore[no-untyped-def]
    def respond(request: HttpRequest) -> HttpResponse:
        if not is_proxy(request.META.get("REMOTE_ADDR", "")):
            for header in FORWARDED:
                request.META.pop(header, None)
        return get_response(request)

    return respond


def client_address(request: HttpRequest) -> str:
    """The address of the client: behind N proxies the Nth entry of X-Forwarded-For from the end."""
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if part.strip()]
    if settings.TRUSTED_PROXIES and forwarded:
        return str(forwarded[-min(settings.TRUSTED_PROXIES, len(forwarded))])
    return str(request.META.get("REMOTE_ADDR", ""))
