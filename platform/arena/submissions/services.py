"""All writes to bots and versions. What a person asked for and cannot have raises Refused."""

import hashlib
import uuid
from datetime import timedelta

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q
from django.utils import timezone

import games
from arena.accounts.models import BUILTIN, User
from arena.celery_app import send_on_commit
from arena.errors import Refused
from arena.submissions.models import NAME_VALIDATORS, Bot, Version
from bots import source as sources
from games import players

CHECK = "arena.submissions.tasks.check_version"


def create_bot(*, owner: User, name: str, game: str, on_ladder: bool = False) -> Bot:
    if game not in games.names():
        raise Refused(f"There is no game {game!r}; choose one of {', '.join(games.names())}.", "game")
    _check_name(name)
    with transaction.atomic():
        _check_room(owner, "retire one first")
        if owner.bots.filter(name=name).exists():
            raise Refused(
                f"You already have a bot named {name}: upload a new version of it, or choose another name.", "name"
            )
        return Bot.objects.create(owner=owner, name=name, game=game, on_ladder=on_ladder)


def change_bot(*, bot: Bot, name: str | None = None, on_ladder: bool | None = None, retired: bool | None = None) -> Bot:
    """Change what may change of a bot; None leaves a thing as it is."""
    changes: dict[str, object] = {}
    if name is not None:
        _check_name(name)
        changes["name"] = name
    if on_ladder is not None:
        changes["on_ladder"] = on_ladder
    if retired is not None and retired != (bot.retired_at is not None):
        changes["retired_at"] = timezone.now() if retired else None
    try:
        with transaction.atomic():
            if retired is False and "retired_at" in changes:
                _check_room(bot.owner, "retire another one first")
            Bot.objects.filter(pk=bot.pk).update(**changes)
    except IntegrityError:
        raise Refused(f"{bot.owner.username} already has a bot named {name}. Choose another name.", "name") from None
    for field, value in changes.items():
        setattr(bot, field, value)
    return bot


def _check_name(name: str) -> None:
    try:
        for check in NAME_VALIDATORS:
            check(name)
    except ValidationError as error:
        raise Refused(error.messages[0], "name") from None


def _check_room(owner: User, advice: str) -> None:
    User.objects.select_for_update().get(pk=owner.pk)  # one at a time, so that the count holds until the commit
    if owner.bots.filter(retired_at=None).count() >= settings.BOTS_PER_ACCOUNT:
        raise Refused(f"An account may have {settings.BOTS_PER_ACCOUNT} bots: {advice}.")


def upload_version(*, bot: Bot, data: bytes, filename: str) -> Version:
    """Store the next version of a bot and queue its check. What needs no running to be refused (an empty file, a
    picture, one too large) gets its verdict at once, and its bytes are not kept."""
    if bot.builtin:
        raise Refused("A built-in player has no source of its own to upload.")
    if bot.retired_at:
        raise Refused("This bot is retired. Bring it back before you upload a new version.")
    version = Version(
        bot=bot, filename=clean_filename(filename), size=len(data), sha256=hashlib.sha256(data).hexdigest()
    )
    try:
        sources.read(data, version.filename)
    except sources.SourceError as error:
        version.status, version.verdict, version.reason = Version.Status.FAILED, str(error.verdict), error.reason
        version.checked_at = timezone.now()
    else:
        version.source, version.queued_at = data, timezone.now()
    with transaction.atomic():
        Bot.objects.select_for_update().get(pk=bot.pk)  # numbers have no gaps and no doubles
        day = timezone.now() - timedelta(days=1)
        if Version.objects.filter(bot__owner=bot.owner, created_at__gt=day).count() >= settings.UPLOADS_PER_DAY:
            raise Refused(f"This account uploaded {settings.UPLOADS_PER_DAY} versions within a day: wait a while.")
        version.number = (bot.versions.aggregate(last=Max("number"))["last"] or 0) + 1
        version.save()
        if version.pending:
            send_on_commit(CHECK, version.pk)
    return version


def clean_filename(filename: str) -> str:
    """The last part of the name, printable, at most 100 characters: it is shown and offered for download."""
    name = filename.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in name if c.isprintable() and c not in '"<>')[-100:] or "bot.py"


def ready_version(bot: Bot) -> Version | None:
    """The version that plays: the newest one that passed its check. None while there is none, or the bot is retired."""
    if bot.retired_at:
        return None
    return bot.versions.filter(status=Version.Status.READY).order_by("-number").first()


def check_again(*, version: Version) -> None:
    """Queue a version again that the site could not check."""
    with transaction.atomic():
        again = Version.objects.filter(pk=version.pk, status=Version.Status.UNCHECKED).update(
            status=Version.Status.WAITING, tries=0, reason="", verdict="", queued_at=timezone.now(), checked_at=None
        )
        if not again:
            raise Refused(f"{version.label} is {version.get_status_display()}: there is nothing to check again.")
        send_on_commit(CHECK, version.pk)


# --- a check, from claim to verdict: each step is one compare-and-set, so a task may come twice, late or never ------


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
    return Version.objects.select_related("bot__owner").get(pk=version_id) if taken else None


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
            reason=reason,
            log=log,
            step="",
            claim=None,
            lease_until=None,
            queued_at=None,
            checked_at=timezone.now() if done else None,
        )
    )


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
            send_on_commit(CHECK, pk)
            count += 1
    return count


def sync_house_bots() -> list[Bot]:
    """One bot for every game and built-in player, owned by the account `builtin` and ready to play."""
    with transaction.atomic():
        owner, _ = User.objects.get_or_create(username=BUILTIN)
        if owner.has_usable_password():
            owner.set_unusable_password()
            owner.save(update_fields=["password"])
        return [_house_bot(owner, game, name) for game in games.names() for name in players.names(game)]


def _house_bot(owner: User, game: str, builtin: str) -> Bot:
    bot, _ = Bot.objects.get_or_create(
        owner=owner, name=f"{game}-{builtin}", defaults={"game": game, "builtin": builtin, "on_ladder": True}
    )
    empty = hashlib.sha256(b"").hexdigest()
    Version.objects.get_or_create(
        bot=bot,
        number=1,
        defaults={
            "status": Version.Status.READY,
            "verdict": "ready",
            "size": 0,
            "sha256": empty,
            "checked_at": timezone.now(),
        },
    )
    return bot
