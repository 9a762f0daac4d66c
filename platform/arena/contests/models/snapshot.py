from django.db import models


class Snapshot(models.Model):
    """Statistics of a contest as of `matches` done matches; `services.describing` says what it holds."""

    contest = models.OneToOneField("contests.Contest", on_delete=models.CASCADE, related_name="snapshot")
    fingerprint = models.CharField(max_length=64)  # of the matches it was made from
    matches = models.PositiveIntegerField()
    data = models.JSONField()
    cells = models.JSONField()  # the cross table: of a large field, more than a page wants to load
    computed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"after {self.matches} matches"
