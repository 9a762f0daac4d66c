from typing import Any

from django.db import models
from django.db.models.functions import Now

from arena.stored_times import recent


class Heartbeats(models.Manager["Heartbeat"]):
    def beat(self, name: str, detail: dict[str, Any] | None = None) -> None:
        """Write down that `name` happens now, on the database's clock."""
        self.update_or_create(name=name, defaults={"at": Now(), "detail": detail or {}})

    def is_recent(self, name: str, seconds: float) -> bool:
        """Whether it last happened at most `seconds` ago. A time in the future is not recent: a clock was wrong."""
        return self.filter(recent("at", seconds), name=name).exists()


class Heartbeat(models.Model):
    """When something that should happen all the time last did (beat, the sweep), and what it reported."""

    name = models.CharField(max_length=40, primary_key=True)
    at = models.DateTimeField()
    detail = models.JSONField(default=dict)

    objects = Heartbeats()

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%F %T}"
