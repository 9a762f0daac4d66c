from django.db import models


class Commitment(models.Model):
    """What a contest consists of, as published at its start: `text` is canonical JSON, its hash is the contest's
    `commitment_sha256`. A table of its own, since it names every entry and no list of contests needs it."""

    contest = models.OneToOneField(
        "contests.Contest", on_delete=models.CASCADE, primary_key=True, related_name="commitment"
    )
    text = models.TextField()

    def __str__(self) -> str:
        return f"commitment of contest {self.pk}"


class ChainRecord(models.Model):
    """A line of a contest's chain, whose format is `tournaments.bundle.chain`'s. Never changed; written under the
    contest's lock, so that numbers have no gaps."""

    contest = models.ForeignKey("contests.Contest", on_delete=models.CASCADE, related_name="chain")
    number = models.PositiveIntegerField()  # from 1
    text = models.TextField()
    sha256 = models.CharField(max_length=64)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(name="chain_number", fields=["contest", "number"])]

    def __str__(self) -> str:
        return self.text


class Try(models.Model):
    """A try of a match, written when it starts. Matches that were played again share `base`, ROUND/NUMBER, and count
    their tries together. `reason` says, for everybody, why it ended without a result."""

    contest = models.ForeignKey("contests.Contest", on_delete=models.CASCADE, related_name="tries")
    match = models.ForeignKey("contests.Match", on_delete=models.CASCADE, related_name="tries")
    base = models.CharField(max_length=40)
    number = models.PositiveIntegerField()  # from 1
    key = models.CharField(max_length=100)
    worker = models.CharField(max_length=40)  # a token that is always the same for a worker
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(name="try_number", fields=["contest", "base", "number"])]

    def __str__(self) -> str:
        return self.key
