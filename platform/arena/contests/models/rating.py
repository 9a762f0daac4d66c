from django.db import models
from django.db.models import F

from tournaments.ratings import elo


class Pool(models.Model):
    """Ratings that compare: one game under one preset. Ratings change under a lock on its row, one event at a time."""

    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=40)
    sequence = models.PositiveBigIntegerField(default=0)  # of the last rating event

    class Meta:
        ordering = ["game", "preset"]
        constraints = [models.UniqueConstraint(name="pool_once", fields=["game", "preset"])]

    def __str__(self) -> str:
        return f"{self.game} {self.preset}"


class Rating(models.Model):
    """A bot's rating now: what its changes add up to."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="ratings")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.PROTECT, related_name="ratings")
    value = models.IntegerField(default=elo.START)  # thousandths of an Elo point
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["-value", "bot_id"]
        indexes = [models.Index(fields=["pool", "-value"], name="rating_by_value")]
        constraints = [models.UniqueConstraint(name="rating_once", fields=["pool", "bot"])]

    def __str__(self) -> str:
        return f"{self.value / 1000:.0f}"


class RatingEvent(models.Model):
    """By what an event was reckoned, so that nothing that changes later rewrites it. Events from before there were
    such rows have none: every pair counted, with K = `elo.FIRST_K`.

    `players` are the match's, in order, each `[bot, owner]` as they were then, the owner null for the house's bots;
    `pairs` those that counted, by the players' places, from 0.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="events")
    sequence = models.PositiveBigIntegerField()
    rule = models.CharField(max_length=20)
    k = models.PositiveSmallIntegerField()
    players = models.JSONField()
    pairs = models.JSONField()

    class Meta:
        ordering = ["sequence"]
        constraints = [
            models.UniqueConstraint(name="event_once", fields=["pool", "sequence"]),
            models.CheckConstraint(name="event_k", condition=models.Q(k__range=(1, 1000))),
        ]

    def __str__(self) -> str:
        return f"event {self.sequence} of pool {self.pool_id}"


class HouseBoards(models.Model):
    """How many rated boards a bot was scheduled against the house's on a day (UTC), in contests whose organisers chose
    the house's bots."""

    bot = models.ForeignKey("submissions.Bot", on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    boards = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(name="house_boards_once", fields=["bot", "day"])]

    def __str__(self) -> str:
        return f"bot {self.bot_id} on {self.day}: {self.boards}"


class RatingChange(models.Model):
    """What one event did to one bot. An event is a match's result, or (`reversal`) what undoes one that was declared
    void."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="changes")
    event = models.ForeignKey(RatingEvent, null=True, on_delete=models.PROTECT, related_name="changes")
    sequence = models.PositiveBigIntegerField()  # from 1, in the order in which the ratings are folded
    match = models.ForeignKey("contests.Match", on_delete=models.PROTECT, related_name="rating_changes")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.PROTECT, related_name="rating_changes")
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="+")
    reversal = models.BooleanField(default=False)
    old = models.IntegerField()
    change = models.IntegerField()
    new = models.IntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["sequence", "id"]
        indexes = [models.Index(fields=["bot", "pool", "sequence"], name="change_by_bot")]
        constraints = [
            models.UniqueConstraint(name="change_once", fields=["pool", "sequence", "bot"]),
            models.UniqueConstraint(name="match_rated_once", fields=["match", "bot", "reversal"]),
            models.CheckConstraint(name="change_adds_up", condition=models.Q(new=F("old") + F("change"))),
        ]

    def __str__(self) -> str:
        return f"{self.old} {self.change:+} = {self.new}"
