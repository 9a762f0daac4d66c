"""Tables at which people play, and who sits on their seats."""

import hashlib
from typing import ClassVar

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.crypto import salted_hmac

import games
from arena.accounts.models import User


class Table(models.Model):
    """One game in which people take part. Whoever changes it raises `version`, on the condition that it is still what
    they have read: so no card is played twice."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting for players"
        PLAYING = "playing", "In play"
        OVER = "over", "Over"

    name = models.SlugField(max_length=40, unique=True)
    game = models.CharField(max_length=40)
    options = models.JSONField()
    seed = models.CharField(max_length=64)  # kept secret until the game is over
    turned = models.PositiveSmallIntegerField(default=0)  # how often the seats were turned with the same cards
    earlier = models.OneToOneField("self", models.SET_NULL, null=True, related_name="next_table")
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    version = models.PositiveIntegerField(default=0)
    actions = models.JSONField(default=list)  # those that were chosen; forced ones follow from them
    times = models.JSONField(default=list)  # of each action: milliseconds since `started_at`
    to_act = models.PositiveSmallIntegerField(null=True)  # the seat; null where nobody is to act
    computer_due = models.BooleanField(default=False)  # it is the turn of a seat that the computer plays
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state="playing", to_act__isnull=False) | (~Q(state="playing") & Q(to_act__isnull=True)),
                name="play_somebody_is_to_act",
            ),
            models.CheckConstraint(
                condition=Q(computer_due=False) | Q(state="playing"), name="play_computer_due_while_playing"
            ),
        ]
        indexes = [
            models.Index(fields=["moved_at"], condition=Q(state="playing"), name="play_tables_in_play"),
            models.Index(fields=["state", "moved_at"], name="play_tables_by_age"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("play-table", args=[self.name])

    @property
    def rules(self) -> games.Game:
        return games.load(self.game, **self.options)

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed: shown before the first card, so that the deal cannot be chosen afterwards."""
        return hashlib.sha256(self.seed.encode()).hexdigest()


class Seat(models.Model):
    """A place at a table. An open one waits for a person; when the game begins the computer takes it."""

    class Kind(models.TextChoices):
        OPEN = "open", "Open"
        PERSON = "person", "Person"
        COMPUTER = "computer", "Computer"

    LEVELS: ClassVar = ("easy", "normal", "hard")

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField(validators=[MaxValueValidator(5)])
    kind = models.CharField(max_length=10, choices=Kind.choices, default=Kind.OPEN)
    level = models.CharField(max_length=10, default="normal")  # of the computer that plays here, or would
    name = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(User, models.SET_NULL, null=True, related_name="+")
    host = models.BooleanField(default=False)  # may start the game
    salt = models.CharField(max_length=16)  # of the secret link that leads back to this seat
    away = models.BooleanField(default=False)  # the computer plays until the person returns

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="play_one_seat_of_each_number")]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.number} {self.name}"

    @property
    def automatic(self) -> bool:
        return self.kind == self.Kind.COMPUTER or self.away

    @property
    def secret(self) -> str:
        """What the return link has. Nobody can make it from what the database holds alone."""
        return salted_hmac("arena.play.seat", f"{self.table_id}/{self.number}/{self.salt}").hexdigest()[:32]
