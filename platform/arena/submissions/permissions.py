"""Who may see and change what of a bot. Its source, log and reasons are its owner's and the operators' alone."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import OuterRef, QuerySet, Subquery
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from arena.accounts.models import User
from arena.errors import NotAllowed
from arena.submissions.models import Bot, Version

Visitor = User | AnonymousUser


def account(request: Request) -> User:
    """The account that asks; the API's permissions let nobody else come this far with a write."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def is_private_to(visitor: Visitor, bot: Bot) -> bool:
    """Whether the visitor may see what is private of the bot: its owner and operators may."""
    return visitor.is_authenticated and (visitor.pk == bot.owner_id or visitor.is_staff)


def require_owner(visitor: Visitor, bot: Bot) -> None:
    """Only the owner uploads; operators may change a bot, but never speak for it."""
    if visitor.pk != bot.owner_id:
        raise NotAllowed(f"Only {bot.owner.username} may do that with {bot}.")


def require_owner_or_operator(visitor: Visitor, bot: Bot) -> None:
    if not is_private_to(visitor, bot):
        raise NotAllowed(f"Only {bot.owner.username} may do that with {bot}.")


def bots_with_versions() -> QuerySet[Bot]:
    """Bots with `ready_number` (of the version that plays, or None) and the latest version's number and status."""
    versions = Version.objects.filter(bot=OuterRef("pk")).order_by("-number")
    ready = versions.filter(status=Version.Status.READY)
    return Bot.objects.select_related("owner").annotate(
        ready_number=Subquery(ready.values("number")[:1]),
        latest_number=Subquery(versions.values("number")[:1]),
        latest_status=Subquery(versions.values("status")[:1]),
    )


def without_bulk(versions: QuerySet[Version]) -> QuerySet[Version]:
    """Versions for lists: without the source and the log, which may be large."""
    return versions.defer("source", "log")
