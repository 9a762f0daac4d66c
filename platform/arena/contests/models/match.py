from django.db import models
from django.db.models import Q
from django.urls import reverse


class Match(models.Model):
    """All boards between the same players, in every rotation of the seats: one Celery task. A result, once stored, is
    never overwritten: a match played again is a new row, and the old one is void. Each try has a key of its own, and so
    other deals: `proof.tries`.

    `claim` names the one attempt that may store a result, until `lease_until`, which that attempt keeps renewing.
    `queued_at` says since when the broker should have the task; null while it waits for room in the queue.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        RUNNING = "running", "Running"
        DONE = "done", "Done"
        VOID = "void", "Void"

    contest = models.ForeignKey("contests.Contest", on_delete=models.CASCADE, related_name="matches")
    round = models.PositiveIntegerField()  # from 1
    number = models.PositiveIntegerField()  # from 1 without gaps, in the order in which they were scheduled
    key = models.CharField(max_length=100)  # of the last try; the seed is HMAC-SHA-256(the contest's secret, this)
    seed = models.CharField(max_length=64)  # not shown before the match is over
    boards = models.PositiveSmallIntegerField()
    rated = models.BooleanField()  # whether any pair is
    pairs = models.JSONField(null=True)  # the rated ones, by the players' numbers; null: all or, if not rated, none
    unrated = models.TextField(blank=True)  # why other pairs are not, for everybody

    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)  # claims, of which the last may be at work
    failures = models.PositiveSmallIntegerField(default=0)  # attempts that told of a failure on our side
    claim = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    queued_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    progress = models.PositiveIntegerField(default=0)  # games played
    void_reason = models.TextField(blank=True)  # for everybody
    trouble = models.TextField(blank=True)  # the platform's last failure; may name hosts and paths: for operators

    places = models.JSONField(null=True)  # of each player in each game, in the replay's order; null where never played
    rating_sequence = models.PositiveBigIntegerField(null=True)  # the rating event that counts; null: none does

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index(fields=["contest", "state", "number"], name="match_by_contest"),
            models.Index(fields=["contest", "attempts", "number"], name="match_waiting", condition=Q(state="waiting")),
            models.Index(fields=["queued_at", "id"], name="match_queued", condition=Q(state="waiting")),
            models.Index(fields=["lease_until"], name="match_running", condition=Q(state="running")),
            models.Index(fields=["-finished_at"], name="match_finished", condition=Q(state="done")),
            models.Index(fields=["created_at"], name="match_created"),
        ]
        constraints = [
            models.UniqueConstraint(name="match_number", fields=["contest", "number"]),
            models.UniqueConstraint(name="match_key", fields=["contest", "key"], condition=~Q(state="void")),
            models.CheckConstraint(name="match_state", condition=Q(state__in=["waiting", "running", "done", "void"])),
            models.CheckConstraint(
                name="match_claimed_while_running",
                condition=Q(state="running", claim__isnull=False, lease_until__isnull=False)
                | (~Q(state="running") & Q(claim__isnull=True, lease_until__isnull=True)),
            ),
            models.CheckConstraint(
                name="match_done_with_result",
                condition=~Q(state="done") | Q(places__isnull=False, finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_void_with_its_time",
                condition=~Q(state="void") | Q(finished_at__isnull=False),
            ),
            models.CheckConstraint(
                name="match_rated_by_pairs",
                condition=Q(pairs__isnull=True) | Q(rated=False, pairs=[]) | (Q(rated=True) & ~Q(pairs=[])),
            ),
            models.CheckConstraint(
                name="match_rated_when_done",
                condition=Q(rating_sequence__isnull=True) | Q(state="done", rated=True),
            ),
        ]

    def __str__(self) -> str:
        return self.key

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.pk])


class MatchPlayer(models.Model):
    """Who plays, a row for each; `number` is the player's place in the match."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    entry = models.ForeignKey("contests.Entry", on_delete=models.PROTECT, related_name="played")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.PROTECT, related_name="played")
    version = models.ForeignKey("submissions.Version", on_delete=models.PROTECT, related_name="played")
    score = models.DecimalField(max_digits=7, decimal_places=6, null=True)  # 0 to 1
    place = models.PositiveSmallIntegerField(null=True)
    faults = models.JSONField(default=dict)  # how many of each kind
    cpu_seconds = models.FloatField(null=True)
    log = models.TextField(blank=True)  # private: for the bot's owner and the operators
    log_marks = models.JSONField(default=list)  # what of it was printed when: `bots.log.Mark`; [] where not recorded

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["bot", "-match"], name="player_by_bot")]
        constraints = [
            models.UniqueConstraint(name="player_number", fields=["match", "number"]),
            models.UniqueConstraint(name="player_never_meets_itself", fields=["match", "bot"]),
            models.CheckConstraint(name="player_score", condition=Q(score__range=(0, 1))),
        ]

    def __str__(self) -> str:
        return str(self.version)


class Replay(models.Model):
    """The bytes of `games.replay.dumps`. A table of its own, so that no list of matches ever loads them."""

    match = models.OneToOneField(Match, on_delete=models.CASCADE, primary_key=True, related_name="replay")
    data = models.BinaryField()
    sha256 = models.CharField(max_length=64)
    deals = models.PositiveIntegerField(default=0)  # that were played to their end
    sampled = models.BooleanField(default=False)  # whether deals were chosen for analysis, or there is no solver

    class Meta:
        indexes = [models.Index(fields=["match"], name="replay_unsampled", condition=Q(sampled=False))]

    def __str__(self) -> str:
        return f"replay of match {self.pk}"
