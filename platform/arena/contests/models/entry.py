from django.db import models
from django.db.models import Q

from tournaments.ratings import rated


class Entry(models.Model):
    """A bot in a contest. `version` is pinned at the start; in a ladder it stays null and each match pins its own.

    `name` (owner/name) is what replays and bundles call it, kept from the start on, whatever the bot is renamed to.
    """

    class State(models.TextChoices):
        ACTIVE = "active", "Active"
        REMOVED = "removed", "Removed"

    class Consent(models.TextChoices):
        OWNER = rated.OWNER, "Its owner entered it"
        SETTING = rated.SETTING, "By its setting for contests of others"
        HOUSE = rated.HOUSE, "The house's, for some boards a day"

    contest = models.ForeignKey("contests.Contest", on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey("submissions.Bot", on_delete=models.PROTECT, related_name="entries")
    version = models.ForeignKey("submissions.Version", null=True, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()  # from 0, in order of entry
    name = models.CharField(max_length=80, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    consent = models.CharField(max_length=8, choices=Consent, blank=True)  # to be rated here; settled at the start
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(name="entry_once", fields=["contest", "bot"]),
            models.UniqueConstraint(name="entry_number", fields=["contest", "number"]),
            models.UniqueConstraint(name="entry_name", fields=["contest", "name"], condition=~Q(name="")),
            models.CheckConstraint(name="entry_state", condition=Q(state__in=["active", "removed"])),
            models.CheckConstraint(name="entry_consent", condition=Q(consent__in=["", "owner", "setting", "house"])),
        ]

    def __str__(self) -> str:
        return str(self.version or self.bot)
