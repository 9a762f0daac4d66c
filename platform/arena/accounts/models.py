"""Accounts. Whoever has one may upload bots and organise contests; staff are the site's operators."""

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower

BUILTIN = "builtin"  # the account that owns the built-in players; nobody can log in to it
DELETED = "deleted-"  # begins the name of an account that was deleted
RESERVED = (BUILTIN, "admin", "administrator", "api", "me", "new", "operator", "root", "satti", "staff", "system")
USERNAME_VALIDATORS = [
    RegexValidator(
        r"\A[a-z0-9][a-z0-9_-]{1,29}\Z",
        "A username has 2 to 30 characters: the letters a to z, digits, hyphens and underscores, "
        "and starts with a letter or a digit.",
    )
]


class User(AbstractUser):
    """The username is part of every bot's address (owner/name), so it is short, lower-case and never changes."""

    username = models.CharField(
        max_length=30,
        unique=True,
        validators=USERNAME_VALIDATORS,
        error_messages={"unique": "This username is taken."},
        help_text="2 to 30 characters: a to z, digits, - and _. It is shown with your bots and cannot be changed.",
    )
    gone_name = models.CharField(max_length=64, blank=True, default="", editable=False, db_index=True)  # SHA-256 of
    # the username that a deleted account had: replays and audit logs keep it, so nobody else may have it
    first_name = None  # type: ignore[assignment]  # the site asks for no names
    last_name = None  # type: ignore[assignment]

    class Meta:
        constraints = [models.UniqueConstraint(Lower("username"), name="one_account_per_name_whatever_its_case")]

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username
