"""Types of requests as our middleware makes them."""

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from arena.accounts.models import User


class Request(HttpRequest):
    htmx: HtmxDetails
    user: User | AnonymousUser


class SignedIn(Request):
    user: User
