from django.db import models
from django.db.models import Q


class Broadcast(models.Model):
    """A match that is shown on a channel, everywhere at the same pace. What is on view follows from `starts_at`, the
    replay and `pace` alone: nobody has to keep it going."""

    MAIN = "main"

    channel = models.CharField(max_length=30, default=MAIN)  # MAIN, or `contest-ID`
    match = models.ForeignKey("contests.Match", on_delete=models.CASCADE, related_name="broadcasts")
    games = models.JSONField()  # the numbers of those that are shown, in this order
    pace = models.FloatField()  # 2: everything lasts twice as long
    starts_at = models.DateTimeField()  # on the database's clock
    seconds = models.FloatField()  # from its start to its end
    over = models.BooleanField(default=False)

    class Meta:
        ordering = ["-starts_at", "-id"]
        indexes = [models.Index(fields=["channel", "-id"], name="broadcast_by_channel")]
        constraints = [
            models.UniqueConstraint(name="one_broadcast_per_channel", fields=["channel"], condition=Q(over=False)),
            models.CheckConstraint(name="broadcast_lasts", condition=Q(seconds__gt=0, pace__gt=0)),
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} on {self.channel}"
