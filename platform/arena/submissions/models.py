"""Bots and their versions: what an account enters into contests."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse

from arena.accounts.models import User

NAME_RULE = (
    "A bot's name has 1 to 40 characters: the letters a to z, digits, hyphens and underscores, "
    "and starts with a letter or a digit."
)
RESERVED_NAMES = ("versions",)  # part of addresses
NAME_VALIDATORS = [RegexValidator(r"\A[a-z0-9][a-z0-9_-]{0,39}\Z", NAME_RULE)]


class Bot(models.Model):
    """An entrant that plays one game. House bots belong to the account "builtin" and name a built-in player."""

    owner = models.ForeignKey(User, models.PROTECT, related_name="bots")
    name = models.CharField(max_length=40, validators=NAME_VALIDATORS, help_text=NAME_RULE)
    game = models.CharField(max_length=40)
    builtin = models.CharField(max_length=40, blank=True, editable=False)
    on_ladder = models.BooleanField("plays on the ladder", default=False)
    accepts_rated = models.BooleanField("rated in contests that others enter it in", default=False)
    retired_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["owner__username", "name"]
        constraints = [models.UniqueConstraint(fields=["owner", "name"], name="bot_names_are_unique_per_owner")]
        indexes = [models.Index(fields=["game", "on_ladder"])]

    def __str__(self) -> str:
        return f"{self.owner.username}/{self.name}"

    def get_absolute_url(self) -> str:
        return reverse("bot", args=[self.owner.username, self.name])


class Version(models.Model):
    """One upload of a bot. Its source never changes; its check fills in status, verdict, reason and log once."""

    class Status(models.TextChoices):
        WAITING = "waiting", "waiting to be checked"
        CHECKING = "checking", "being checked"
        READY = "ready", "ready"
        FAILED = "failed", "failed its check"
        UNCHECKED = "unchecked", "could not be checked (our fault)"

    bot = models.ForeignKey(Bot, models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    filename = models.CharField(max_length=100, blank=True)
    source = models.BinaryField(blank=True, default=b"")
    size = models.PositiveIntegerField(help_text="bytes, as uploaded")
    sha256 = models.CharField(max_length=64, db_index=True)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    verdict = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    log = models.TextField(blank=True)
    step = models.CharField(max_length=100, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    checked_at = models.DateTimeField(null=True, blank=True)

    tries = models.PositiveSmallIntegerField(default=0)
    claim = models.UUIDField(null=True, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    queued_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["bot", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="version_numbers_are_unique_per_bot"),
            models.CheckConstraint(
                condition=Q(status="checking", claim__isnull=False, lease_until__isnull=False)
                | (~Q(status="checking") & Q(claim__isnull=True, lease_until__isnull=True)),
                name="a_version_has_a_claim_while_it_is_checked",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="version_numbers_start_at_1"),
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(status__in=["waiting", "checking"]),
                name="versions_still_to_check",
            )
        ]

    def __str__(self) -> str:
        return self.label

    def get_absolute_url(self) -> str:
        return reverse("version", args=[self.bot.owner.username, self.bot.name, self.number])

    @property
    def label(self) -> str:
        return f"{self.bot}@{self.number}"

    @property
    def pending(self) -> bool:
        return self.status in (self.Status.WAITING, self.Status.CHECKING)

    @property
    def progress(self) -> str:
        """Changes whenever the page of the check would."""
        return f"{self.status}: {self.step}"
