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
    """A set of entries, a schedule and standings: tournament, or ladder, which lasts a month."""

    class Format(models.TextChoices):
        ROUND_ROBIN = "round-robin", "Round robin"
        TABLES = "tables", "Balanced tables"
        SWISS = "swiss", "Swiss"
        LADDER = "ladder", "Ladder"

    class State(models.TextChoices):
        DRAFT = "draft", "Draft"
        OPEN = "open", "Open for entries"
        DRAWING = "drawing", "Drawing its matches"
        RUNNING = "running", "Running"
        PAUSED = "paused", "Paused"
        FINISHED = "finished", "Finished"
        CANCELLED = "cancelled", "Cancelled"

    class EntryMode(models.TextChoices):
        OPEN = "open", "Open to everybody"
        LINK = "link", "By invitation link"
        PRIVATE = "private", "Chosen by the organiser"

    BEFORE_START: ClassVar = (State.DRAFT, State.OPEN)
    UNDER_WAY: ClassVar = (State.DRAWING, State.RUNNING, State.PAUSED)
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

    rating_rule = models.CharField(max_length=20, blank=True)  # from its start on: `tournaments.ratings.rated.RULES`
    k = models.PositiveSmallIntegerField(null=True)  # of its ratings, from its start on
    house_boards = models.PositiveIntegerField(null=True)  # rated ones per bot and day against the house's, likewise
    ranking = models.CharField(max_length=20, blank=True)  # the rule of its standings, from its start on: RULES
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT)
    secret = models.CharField(max_length=80, blank=True)  # show `revealed_secret`, never this
    secret_sha256 = models.CharField(max_length=64, blank=True)
    commitment_sha256 = models.CharField(max_length=64, blank=True)  # empty: it started before there were commitments
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    rounds_drawn = models.PositiveSmallIntegerField(default=0)  # of a tournament: those whose matches are stored
    served = models.PositiveBigIntegerField(default=0)  # the last turn in the queue that it had: a number, not a time
    failures = models.PositiveSmallIntegerField(default=0)  # in a row, of the step that is to come
    failed_at = models.DateTimeField(null=True, blank=True)
    problem = models.TextField(blank=True)  # why it does not go on, for everybody
    trouble = models.TextField(blank=True)  # the platform's failure; may name hosts and paths: for operators

    class Meta:
        ordering = ["-created_at", "-id"]
        indexes = [
            models.Index(fields=["state", "-created_at"], name="contest_by_state"),
            models.Index(fields=["served", "id"], name="contest_by_turn", condition=Q(state="running")),
        ]
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
                name="contest_state",
                condition=Q(state__in=["draft", "open", "drawing", "running", "paused", "finished", "cancelled"]),
            ),
            models.CheckConstraint(
                name="contest_started_when_under_way",
                condition=~Q(state__in=["drawing", "running", "paused", "finished"]) | Q(started_at__isnull=False),
            ),
            models.CheckConstraint(
                name="contest_finished_when_over",
                condition=Q(state__in=["finished", "cancelled"], finished_at__isnull=False)
                | (~Q(state__in=["finished", "cancelled"]) & Q(finished_at__isnull=True)),
            ),
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
    def chain_head(self) -> str:
        """The hash of the last record of its chain, published as it grows; of the commitment before the first."""
        last = self.chain.order_by("-number").values_list("sha256", flat=True).first()
        return last or self.commitment_sha256

    @property
    def drawing(self) -> bool:
        """Whether matches of its present rounds are still to be drawn. A Swiss draws a round when the last is over."""
        if self.state == self.State.DRAWING:
            return True
        return (
            self.state in self.UNDER_WAY
            and self.format not in (self.Format.SWISS, self.Format.LADDER)
            and self.rounds_drawn < self.rounds
        )

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
