"""Making a tournament. What is refused names the input that is at fault."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from itertools import count
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.text import slugify

import games
from arena.accounts.models import User
from arena.accounts.services import hold
from arena.contests import conf
from arena.contests.common import audit
from arena.contests.models import Contest
from arena.errors import Refused
from tournaments.ratings.rated import STANDARD


def create(
    *,
    by: User,
    name: str,
    game: str,
    preset: str = "",
    options: Mapping[str, Any] | None = None,
    format: str = "",
    rounds: int = 1,
    boards: int = 10,
    action_seconds: float = STANDARD.action_seconds,
    memory_mb: int = STANDARD.memory_mb,
    entry: str = Contest.EntryMode.PRIVATE,
    entries_per_account: int = 3,
    opens_at: datetime | None = None,
    closes_at: datetime | None = None,
    starts_at: datetime | None = None,
) -> Contest:
    """A draft, or, where entries are not private and no opening time is set, a tournament open for entries.

    `options` override the preset's; what then equals no preset is played unrated, and so is what grants
    a bot less than the standard limits. Without a `format` two seats play a
    round robin and more sit at balanced tables, which is also what a round robin means for more than two.
    """
    rules = load_rules(game=game, preset=preset, options=options or {})
    contest = Contest(
        name=" ".join(name.split()),
        organiser=by,
        game=game,
        preset=rules.preset or "",
        options=dict(rules.options),
        seats=rules.seats,
        format=_format(format, rules.seats),
        rounds=rounds,
        boards=boards,
        action_seconds=action_seconds,
        memory_mb=memory_mb,
        entry=entry,
        entries_per_account=entries_per_account,
        invite_token=secrets.token_urlsafe(16) if entry == Contest.EntryMode.LINK else "",
        opens_at=opens_at,
        closes_at=closes_at,
        starts_at=starts_at,
    )
    _check(contest)
    if entry != Contest.EntryMode.PRIVATE and opens_at is None:
        contest.state = Contest.State.OPEN
    with transaction.atomic():
        hold(by.pk)  # one at a time, so that the count holds
        if by.contests.exclude(state__in=Contest.OVER).count() >= settings.CONTESTS_PER_ACCOUNT:
            raise Refused(
                f"You have {settings.CONTESTS_PER_ACCOUNT} contests that are not over, as many as an account may. "
                "Cancel one, or wait until one is over."
            )
        save_with_slug(contest)
        audit.record(
            contest=contest, by=by, action="create", detail=f"{contest.get_format_display()}, {describe(contest)}"
        )
    return contest


def load_rules(*, game: str, preset: str, options: Mapping[str, Any]) -> games.Game:
    if game not in games.names():
        raise Refused(f"There is no game {game!r}; choose one of {', '.join(games.names())}.", "game")
    try:
        games.load(game, preset or None)
    except games.OptionError as error:
        raise Refused(str(error), "preset") from None
    known = [spec.name for spec in games.option_specs(game)]
    if unknown := next((name for name in options if name not in known), None):
        raise Refused(f"{game} has no option {unknown!r:.60}; it has {', '.join(known)}.", "options")
    try:
        return games.load(game, preset or None, **options)
    except games.OptionError as error:
        raise Refused(str(error), "options") from None


def describe(contest: Contest) -> str:
    rules = contest.preset or ", ".join(f"{name}={value}" for name, value in contest.options.items())
    return f"{contest.game} ({rules}), rounds: {contest.rounds}, boards a match: {contest.boards}"


def save_with_slug(contest: Contest, wanted: str = "") -> None:
    """Save a new contest under an address made of its name, or of what is wanted."""
    base = slugify(wanted or contest.name)[:50].strip("-_") or "contest"
    taken = set(Contest.objects.filter(slug__startswith=base).values_list("slug", flat=True)) | set(conf.RESERVED_SLUGS)
    contest.slug = next(slug for n in count(1) if (slug := base if n == 1 else f"{base}-{n}") not in taken)
    try:
        with transaction.atomic():
            contest.save()
    except IntegrityError:  # somebody took it at the same moment
        contest.slug = f"{base[:40]}-{secrets.token_hex(4)}"
        contest.save()


def _format(format: str, seats: int) -> Contest.Format:
    if not format:
        return Contest.Format.ROUND_ROBIN if seats == 2 else Contest.Format.TABLES
    if format not in (Contest.Format.ROUND_ROBIN, Contest.Format.TABLES, Contest.Format.SWISS):
        raise Refused(f"There is no format {format!r}; choose round-robin, tables or swiss.", "format")
    if format == Contest.Format.ROUND_ROBIN and seats > 2:
        return Contest.Format.TABLES
    if format == Contest.Format.TABLES and seats == 2:
        raise Refused("Tables are for three to six seats; a game of two plays round-robin or swiss.", "format")
    if format == Contest.Format.SWISS and seats != 2:
        raise Refused(f"Swiss is for two seats; this game has {seats}: choose round robin (tables).", "format")
    return Contest.Format(format)


def _check(contest: Contest) -> None:
    def within(field: str, least: float, most: float, unit: str = "") -> None:
        value = getattr(contest, field)
        if not least <= value <= most:
            raise Refused(f"{field} is {value}; it may be {least:g} to {most:g}{unit}.", field)

    if not contest.name or len(contest.name) > conf.NAME_LENGTH or not contest.name.isprintable():
        raise Refused(f"A name has 1 to {conf.NAME_LENGTH} printable characters.", "name")
    if contest.entry not in Contest.EntryMode.values:
        raise Refused(f"entry is {contest.entry!r}; choose open, link or private.", "entry")
    within("rounds", 1, conf.MAX_ROUNDS)
    within("boards", 1, min(conf.MAX_BOARDS, settings.MAX_BOARDS))
    within("action_seconds", conf.SHORTEST_ACTION, settings.MAX_ACTION_SECONDS, " seconds")
    within("memory_mb", conf.SMALLEST_MEMORY, settings.MAX_MEMORY_MB, " MB")
    within("entries_per_account", 1, 1000)
    if contest.opens_at and contest.closes_at and contest.closes_at <= contest.opens_at:
        raise Refused("Entries must close after they open.", "closes_at")
    if contest.opens_at and contest.starts_at and contest.starts_at <= contest.opens_at:
        raise Refused("The contest must start after its entries open.", "starts_at")
