"""A check from claim to verdict. Each step is one compare-and-set, so its task may come twice, late or never."""

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from arena.celery_app import send_on_commit
from arena.errors import Refused
from arena.submissions.models import Version

TASK = "arena.submissions.tasks.check_version"


def queue(*, version_id: int) -> None:
    send_on_commit(TASK, version_id)


def claim(*, version_id: int) -> Version | None:
    """Take a waiting version for checking; None where it is somebody else's or done."""
    token, now = uuid.uuid4(), timezone.now()
    taken = Version.objects.filter(pk=version_id, status=Version.Status.WAITING).update(
        status=Version.Status.CHECKING,
        claim=token,
        lease_until=now + timedelta(seconds=settings.CHECK_LEASE_SECONDS),
        tries=F("tries") + 1,
        step="starting",
    )
    return Version.objects.select_related("bot__owner").filter(pk=version_id, claim=token).first() if taken else None


def report_step(*, version: Version, step: str) -> None:
    """Show how far the check is, and hold its claim for another lease."""
    lease_until = timezone.now() + timedelta(seconds=settings.CHECK_LEASE_SECONDS)
    Version.objects.filter(pk=version.pk, claim=version.claim).update(step=step[:100], lease_until=lease_until)


def settle(*, version: Version, ok: bool, verdict: str, reason: str, log: str) -> bool:
    """Write down the outcome of a check. False where the claim was lost meanwhile, and nothing is changed."""
    return _release(version, Version.Status.READY if ok else Version.Status.FAILED, verdict, reason, log)


def give_back(*, version: Version, reason: str) -> bool:
    """The site failed to check it: another try while some are left, then a status that says whose fault it is."""
    if version.tries < settings.CHECK_TRIES:
        return _release(version, Version.Status.WAITING, "", "", "")
    return _release(version, Version.Status.UNCHECKED, "host-failure", reason, "")


def _release(version: Version, status: str, verdict: str, reason: str, log: str) -> bool:
    done = status != Version.Status.WAITING
    return bool(
        Version.objects.filter(pk=version.pk, status=Version.Status.CHECKING, claim=version.claim).update(
            status=status,
            verdict=verdict,
            reason=_storable(reason),
            log=_storable(log),
            step="",
            claim=None,
            lease_until=None,
            queued_at=None,
            checked_at=timezone.now() if done else None,
        )
    )


def _storable(text: str) -> str:
    """PostgreSQL stores neither NUL nor lone surrogates, and a bot's exception may say anything."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")


def requeue_lost_checks() -> int:
    """Queue again what no live task holds: claims whose lease ran out, and waiting versions whose message is overdue.
    Returns how many."""
    now = timezone.now()
    for version in Version.objects.filter(status=Version.Status.CHECKING, lease_until__lt=now).defer("source", "log"):
        give_back(version=version, reason="Its check was started several times and never came to an end.")
    overdue = Q(queued_at=None) | Q(queued_at__lt=now - timedelta(seconds=settings.CHECK_LEASE_SECONDS))
    count = 0
    with transaction.atomic():
        lost = Version.objects.select_for_update(skip_locked=True).filter(overdue, status=Version.Status.WAITING)
        for pk in list(lost.order_by("created_at").values_list("pk", flat=True)[:1000]):
            Version.objects.filter(pk=pk).update(queued_at=now)
            queue(version_id=pk)
            count += 1
    return count


def check_again(*, version: Version) -> None:
    """Queue a version again that the site could not check."""
    with transaction.atomic():
        again = Version.objects.filter(pk=version.pk, status=Version.Status.UNCHECKED).update(
            status=Version.Status.WAITING, tries=0, reason="", verdict="", queued_at=timezone.now(), checked_at=None
        )
        if not again:
            raise Refused(f"{version.label} is {version.get_status_display()}: there is nothing to check again.")
        queue(version_id=version.pk)
