from django.db import models


class Pulse(models.Model):
    """When something that should happen all the time last did (the sweep), and what it reported."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    detail = models.JSONField(default=dict)

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%F %T}"
