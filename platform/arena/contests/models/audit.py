from django.conf import settings
from django.db import models


class AuditEntry(models.Model):
    """Something done to a contest by a person, or (`actor` null) by the clock. Never changed, shown on its page."""

    contest = models.ForeignKey("contests.Contest", on_delete=models.CASCADE, related_name="audit")
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    action = models.CharField(max_length=40)
    detail = models.TextField(blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at", "-id"]
        indexes = [models.Index(fields=["contest", "-at"], name="audit_by_contest")]

    def __str__(self) -> str:
        return f"{self.action} {self.detail}".strip()
