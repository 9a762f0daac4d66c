from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q


class Analysis(models.Model):
    """Best play of one deal of a stored replay: what each action would have led to with all cards known.

    It belongs to the replay and is removed with it. `claim` names the one attempt that may store an answer, until
    `lease_until`; the database lets no two be at work at once. `asked_at` says when a reader last waited for it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        FAILED = "failed", "Failed"

    replay = models.ForeignKey("contests.Replay", on_delete=models.CASCADE, related_name="analyses")
    game = models.PositiveIntegerField()  # its number in the match, from 0
    deal = models.PositiveIntegerField()  # its number in the game, from 0
    sampled = models.BooleanField(default=False)  # chosen by chance, and so fit for a bot's statistics

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)  # claims, of which the last may be at work
    failures = models.PositiveSmallIntegerField(default=0)  # attempts that reported a failure
    claim = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    requested_at = models.DateTimeField()
    asked_at = models.DateTimeField(null=True)
    computed_at = models.DateTimeField(null=True)  # the end of the last attempt, whatever it brought
    cpu_seconds = models.FloatField(default=0)  # of all attempts
    trouble = models.TextField(blank=True)  # the last failure; may name hosts and paths: for operators

    solver = models.CharField(max_length=40, blank=True)  # the solver that answered or failed
    values = models.TextField(blank=True)  # compact JSON: `games.solver.price`
    lost = ArrayField(models.PositiveSmallIntegerField(), null=True)  # tricks, by the player's number in the match

    class Meta:
        verbose_name_plural = "analyses"
        indexes = [
            models.Index(
                F("asked_at").desc(nulls_last=True), "id", name="analysis_line", condition=Q(state="waiting")
            ),
            models.Index(fields=["computed_at"], name="analysis_computed"),
        ]
        constraints = [
            models.UniqueConstraint(name="analysis_deal", fields=["replay", "game", "deal"]),
            models.UniqueConstraint(name="analysis_one_at_a_time", fields=["state"], condition=Q(state="running")),
            models.CheckConstraint(
                name="analysis_state", condition=Q(state__in=["waiting", "running", "done", "failed"])
            ),
            models.CheckConstraint(
                name="analysis_claimed_while_running",
                condition=Q(state="running", claim__isnull=False, lease_until__isnull=False)
                | (~Q(state="running") & Q(claim__isnull=True, lease_until__isnull=True)),
            ),
            models.CheckConstraint(
                name="analysis_done_with_values",
                condition=(Q(state="done", lost__isnull=False, computed_at__isnull=False) & ~Q(values=""))
                | (~Q(state="done") & Q(lost__isnull=True, values="")),
            ),
        ]

    def __str__(self) -> str:
        return f"deal {self.deal} of game {self.game} of match {self.replay_id}"
