"""All writes to bots and versions. What a person asked for and cannot have raises Refused."""

import hashlib

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

import games
from arena.accounts.models import BUILTIN, User
from arena.accounts.services import hold
from arena.errors import Refused
from arena.stored_times import recent
from arena.submissions import checks, lookup
from arena.submissions.models import NAME_VALIDATORS, RESERVED_NAMES, Bot, Version
from bots import source as sources
from games import players

DAY = 24 * 3600


def create_bot(*, owner: User, name: str, game: str, on_ladder: bool = False) -> Bot:
    lookup.game(game)
    _check_name(name)
    with transaction.atomic():
        _check_room(owner, "retire one first")
        if owner.bots.filter(name=name).exists():
            raise Refused(
                f"You already have a bot named {name}: upload a new version of it, or choose another name.", "name"
            )
        return Bot.objects.create(owner=owner, name=name, game=game, on_ladder=on_ladder)


def change_bot(
    *,
    bot: Bot,
    name: str | None = None,
    on_ladder: bool | None = None,
    accepts_rated: bool | None = None,
    retired: bool | None = None,
) -> Bot:
    """Change what may change of a bot; None leaves a thing as it is. A house bot keeps its name and never retires:
    contests of all accounts name it."""
    if bot.owner.username == BUILTIN and (name not in (None, bot.name) or retired):
        field = "retired" if retired else "name"
        raise Refused(f"{bot} belongs to the site: it can be neither renamed nor retired.", field)
    changes: dict[str, object] = {}
    if name is not None:
        _check_name(name)
        changes["name"] = name
    if on_ladder is not None:
        changes["on_ladder"] = on_ladder
    if accepts_rated is not None:
        changes["accepts_rated"] = accepts_rated
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
        if name in RESERVED_NAMES:
            raise ValidationError(f"The name {name} is reserved. Choose another one.")
        for check in NAME_VALIDATORS:
            check(name)
    except ValidationError as error:
        raise Refused(error.messages[0], "name") from None


def _check_room(owner: User, advice: str) -> None:
    hold(owner.pk)  # one at a time, so that the count holds until the commit
    if owner.bots.filter(retired_at=None).count() >= settings.BOTS_PER_ACCOUNT:
        raise Refused(f"An account may have {settings.BOTS_PER_ACCOUNT} bots: {advice}.")


def upload_version(*, bot: Bot, data: bytes, filename: str) -> Version:
    """Store the next version of a bot and queue its check. What needs no running to be refused (an empty file, a
    picture, one too large) gets its verdict at once, and its bytes are not kept."""
    if bot.builtin:
        raise Refused("A built-in player has no source of its own to upload.")
    if bot.retired_at:
        raise Refused("This bot is retired. Bring it back before you upload a new version.")
    name = sources.shown_name(filename)
    version = Version(bot=bot, filename=name, size=len(data), sha256=hashlib.sha256(data).hexdigest())
    try:
        sources.read(data, version.filename)
    except sources.SourceError as error:
        version.status, version.verdict, version.reason = Version.Status.FAILED, str(error.verdict), error.reason
        version.checked_at = timezone.now()
    else:
        version.source = data
    with transaction.atomic():
        hold(bot.owner_id)  # one at a time: the count holds, numbers have no doubles
        uploads = Version.objects.filter(recent("created_at", DAY), bot__owner=bot.owner)
        if uploads.count() >= settings.UPLOADS_PER_DAY:
            raise Refused(f"This account uploaded {settings.UPLOADS_PER_DAY} versions within a day: wait a while.")
        version.number = (bot.versions.aggregate(last=Max("number"))["last"] or 0) + 1
        version.save()
        if version.pending:
            checks.queue(version_id=version.pk)
    return version


def ready_version(bot: Bot) -> Version | None:
    """The version that plays: the newest one that passed its check. None while there is none, the bot is retired, or
    its owner's account is closed."""
    if bot.retired_at or not bot.owner.is_active:
        return None
    return bot.versions.filter(status=Version.Status.READY).order_by("-number").first()


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
