"""A check from claim to verdict. Each step is one compare-and-set, so its task may come twice, late or never."""

import uuid

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils import timezone

from arena import broker, leases
from arena.database import is_away
from arena.errors import Refused
from arena.submissions.models import Version

log = structlog.get_logger(__name__)
TASK = "arena.submissions.tasks.check_version"
QUEUE = "checks"


def queue(*, version_id: int) -> None:
    """Hand the check of a waiting version to the broker after the commit. While the broker is away the version stays
    without `queued_at`, and the sweep sends it."""
    transaction.on_commit(lambda: send([version_id]), robust=True)


def send(version_ids: list[int]) -> int:
    """Hand checks to the broker, and write down that it has them. Returns how many it took."""
    sent = version_ids[: broker.send_all(TASK, version_ids)]
    Version.objects.filter(pk__in=sent, status=Version.Status.WAITING).update(queued_at=Now())
    return len(sent)


def claim(*, version_id: int) -> Version | None:
    """Take a waiting version for checking; None where it is somebody else's or done."""
    token = uuid.uuid4()
    taken = Version.objects.filter(pk=version_id, status=Version.Status.WAITING).update(
        status=Version.Status.CHECKING,
        claim=token,
        lease_until=leases.until(settings.CHECK_LEASE_SECONDS),
        tries=F("tries") + 1,
        step="starting",
    )
    return Version.objects.select_related("bot__owner").filter(pk=version_id, claim=token).first() if taken else None


def report_step(*, version: Version, step: str) -> None:
    """Show how far the check is, and hold its claim for another lease."""
    row = Version.objects.filter(pk=version.pk, status=Version.Status.CHECKING)
    leases.renew(row, version.claim, seconds=settings.CHECK_LEASE_SECONDS, step=step[:100])


def settle(*, version: Version, ok: bool, verdict: str, reason: str, log: str) -> bool:
    """Write down the outcome of a check. False where the claim was lost meanwhile, and nothing is changed."""
    return _release(version, Version.Status.READY if ok else Version.Status.FAILED, verdict, reason, log)


def give_back(*, version: Version, reason: str, lapsed: bool = False) -> bool:
    """The site failed to check it: another try while some are left, then a status that says whose fault it is. False
    where the claim is lost; or, with `lapsed`, where its lease has been renewed."""
    if version.tries < settings.CHECK_TRIES:
        return _release(version, Version.Status.WAITING, "", "", "", lapsed=lapsed)
    return _release(version, Version.Status.UNCHECKED, "host-failure", reason, "", lapsed=lapsed)


def _release(version: Version, status: str, verdict: str, reason: str, log: str, *, lapsed: bool = False) -> bool:
    done = status != Version.Status.WAITING
    held = leases.held(Version.objects.filter(pk=version.pk, status=Version.Status.CHECKING), version.claim)
    return bool(
        (leases.lapsed(held) if lapsed else held).update(
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


def free_lost() -> int:
    """Give back every check whose lease ran out, because its worker died. Returns how many."""
    checking = Version.objects.filter(status=Version.Status.CHECKING)
    leases.shorten(checking, seconds=settings.CHECK_LEASE_SECONDS)
    reason = "Its check was started several times and never came to an end."
    freed = 0
    for version in leases.lapsed(checking).defer("source", "log"):
        try:
            freed += give_back(version=version, reason=reason, lapsed=True)
        except Exception as error:  # one check must not stop the others
            if is_away(error):
                raise
            log.exception("a check was left out", version=version.pk)
    return freed


def requeue_lost() -> int:
    """Put back into the line what the broker should hold and does not. Returns how many."""
    waiting = Version.objects.filter(status=Version.Status.WAITING)
    lost = broker.lost(waiting, QUEUE, settings.SWEEP_SECONDS)
    return waiting.filter(pk__in=lost).update(queued_at=None)


def send_waiting() -> int:
    """Hand the broker what it has not got: it was away at the commit, or the site died before it could. Returns how
    many it took."""
    waiting = Version.objects.filter(status=Version.Status.WAITING, queued_at=None).order_by("created_at")
    return send(list(waiting.values_list("pk", flat=True)[:1000]))


def check_again(*, version: Version) -> None:
    """Queue a version again that the site could not check."""
    with transaction.atomic():
        again = Version.objects.filter(pk=version.pk, status=Version.Status.UNCHECKED).update(
            status=Version.Status.WAITING, tries=0, reason="", verdict="", queued_at=None, checked_at=None
        )
        if not again:
            raise Refused(f"{version.label} is {version.get_status_display()}: there is nothing to check again.")
        queue(version_id=version.pk)
