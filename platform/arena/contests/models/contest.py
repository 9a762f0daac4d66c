from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse

import games
from tournaments.ratings.rated import STANDARD, why_unrated


class Contest(models.Model):
    """A set of entries, a schedule and standings: tournament, or ladder that goes on until an operator closes it."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", "Round robin"
        TABLES = "tables", "Balanced tables"
        SWISS = "swiss", "Swiss"
        LADDER = "ladder", "Ladder"

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        OPEN = "open", "Open for entries"
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Cancelled"

    class EntryMode(models.TextChoices):
        OPEN = "open", "Open to everybody"
        LINK = "link", "By invitation link"
        PRIVATE = "private", "Chosen by the organiser"

    BEFORE_START: ClassVar = (State.DRAFT, State.OPEN)
    UNDER_WAY: ClassVar = (State.RUNNING, State.PAUSED)
    OVER: ClassVar = (State.FINISHED, State.CANCELLED)

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=60, unique=True)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="contests"
    )
    format = models.CharField(max_length=12, choices=Format)

    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=40, blank=True)  # empty: the options are no preset's
    options = models.JSONField()  # every option of the game
    seats = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField(default=1)
    boards = models.PositiveSmallIntegerField(default=10)
    action_seconds = models.FloatField(
        default=STANDARD.action_seconds, validators=[MinValueValidator(0.05), MaxValueValidator(10)]
    )
    memory_mb = models.PositiveIntegerField(
        default=STANDARD.memory_mb, validators=[MinValueValidator(64), MaxValueValidator(2048)]
    )

    entry = models.CharField(max_length=8, choices=EntryMode, default=EntryMode.PRIVATE)
    invite_token = models.CharField(max_length=32, blank=True)
    entries_per_account = models.PositiveSmallIntegerField(default=3)
    opens_at = models.DateTimeField(null=True, blank=True)
    closes_at = models.DateTimeField(null=True, blank=True)
    starts_at = models.DateTimeField(null=True, blank=True)

    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    secret = models.CharField(max_length=64, blank=True)  # show `revealed_secret`, never this
    secret_sha256 = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [models.Index(fields=["state", "-created_at"], name="contest_by_state")]
        constraints = [
            models.CheckConstraint(name="contest_boards", condition=Q(boards__range=(1, 1000))),
            models.CheckConstraint(name="contest_rounds", condition=Q(rounds__range=(1, 1000))),
            models.CheckConstraint(name="contest_seats", condition=Q(seats__range=(2, 6))),
            models.CheckConstraint(name="contest_action_seconds", condition=Q(action_seconds__range=(0.05, 10))),
            models.CheckConstraint(name="contest_memory", condition=Q(memory_mb__range=(64, 2048))),
            models.CheckConstraint(name="contest_entries_per_account", condition=Q(entries_per_account__gte=1)),
            models.CheckConstraint(name="contest_window", condition=Q(closes_at__gt=F("opens_at"))),
            models.CheckConstraint(name="contest_two_seats", condition=~Q(format="swiss") | Q(seats=2)),
            models.CheckConstraint(
                name="contest_committed",
                condition=Q(started_at__isnull=True) | ~Q(secret_sha256=""),
            ),
            models.CheckConstraint(
                name="contest_organised",
                condition=Q(format="ladder") | Q(organiser__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_ladder_per_pool",
                fields=["game", "preset"],
                condition=Q(format="ladder", state__in=["running", "paused"]),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("contest", args=[self.slug])

    @property
    def kind(self) -> str:
        return "ladder" if self.format == self.Format.LADDER else "tournament"

    @property
    def is_over(self) -> bool:
        return self.state in self.OVER

    @property
    def revealed_secret(self) -> str:
        """The secret that the seeds came from, once no deal is to come; "" before."""
        return self.secret if self.is_over else ""

    @property
    def unrated(self) -> str:
        """Why no match is rated; "" where those between bots of different owners are."""
        return why_unrated(self.preset, self.action_seconds, self.memory_mb)

    @cached_property
    def rules(self) -> games.Game:
        return games.load(self.game, **self.options)
