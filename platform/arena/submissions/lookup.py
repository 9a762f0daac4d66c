"""Bots and accounts by what people and programs call them. Pages, forms and the API all look them up here."""

from django.db.models import QuerySet

import games
from arena.accounts.models import User
from arena.errors import NotFound
from arena.inputs import WHOLE, quoted, unknown_value
from arena.submissions.models import Bot

BOT = r"[0-9]{1,18}|(?![a-z0-9_-]+/versions/)[a-z0-9][a-z0-9_-]*/[a-z0-9][a-z0-9_-]*"  # in an address


def bot(name: str, among: QuerySet[Bot] | None = None) -> Bot:
    """A bot by its id or by owner/name. Raises NotFound."""
    bots = Bot.objects.select_related("owner") if among is None else among
    owner, slash, short = name.strip().partition("/")
    if slash:
        found = bots.filter(owner__username=owner.lower(), name=short.lower()).first() if "\0" not in name else None
    else:
        found = bots.filter(pk=int(owner)).first() if WHOLE.fullmatch(owner) else None
    if found is None:
        raise NotFound(f"There is no bot {quoted(name)}. Name it by owner/name or by its id.", "bot")
    return found


def account(name: str, field: str = "owner") -> User:
    """An account by its username. Raises NotFound."""
    found = User.objects.filter(username=name.strip().lower()).first() if "\0" not in name else None
    if found is None:
        raise NotFound(f"There is no account {quoted(name)}.", field)
    return found


def game(name: str, field: str = "game") -> str:
    """The name of a game. Raises NotFound with the closest one."""
    if name not in games.names():
        raise NotFound(str(unknown_value(name, games.names(), field)), field)
    return name


def preset(name: str, game_name: str = "", field: str = "preset") -> str:
    """The name of a preset of this game, or of any. Raises NotFound with the closest one."""
    known = [one for each in ([game_name] if game_name else games.names()) for one in games.presets(each)]
    if name not in known:
        raise NotFound(str(unknown_value(name, known, field)), field)
    return name
