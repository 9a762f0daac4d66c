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


class RatingChange(models.Model):
    """What one event did to one bot. An event is a match's result, or (`reversal`) what undoes one that was declared
    void."""

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="changes")
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
