"""Making a tournament. What is refused names the input that is at fault."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify

import games
from arena import inputs
from arena.accounts.models import User
from arena.accounts.services import hold
from arena.contests import conf
from arena.contests.common import audit
from arena.contests.models import Contest
from arena.errors import Refused
from arena.submissions import lookup
from tournaments.ratings.rated import STANDARD

FARTHEST = timedelta(days=10 * 366)


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
        name=inputs.name(name, "name", conf.NAME_LENGTH),
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
        state=Contest.State.OPEN if entry != Contest.EntryMode.PRIVATE and opens_at is None else Contest.State.DRAFT,
    )
    _check(contest)
    _check_schedule(contest)
    with transaction.atomic():
        hold(by.pk)  # one at a time, so that the count holds
        if by.contests.exclude(state__in=Contest.OVER).count() >= settings.CONTESTS_PER_ACCOUNT:
            raise Refused(
                f"You have {settings.CONTESTS_PER_ACCOUNT} contests that are not over, as many as an account may. "
                "Cancel one, or wait until one is over."
            )
        day = timezone.now() - timedelta(days=1)
        if by.contests.filter(created_at__gt=day).count() >= settings.CONTESTS_PER_DAY:
            raise Refused(
                f"You created {settings.CONTESTS_PER_DAY} contests within a day, as many as an account may, "
                "cancelled ones too. Wait a while."
            )
        save_with_slug(contest)
        audit.record(
            contest=contest, by=by, action="create", detail=f"{contest.get_format_display()}, {describe(contest)}"
        )
    return contest


def load_rules(*, game: str, preset: str, options: Mapping[str, Any]) -> games.Game:
    lookup.game(game)
    if preset:
        lookup.preset(preset, game)
    known = [spec.name for spec in games.option_specs(game)]
    if unknown := next((name for name in options if name not in known), None):
        raise Refused(str(inputs.unknown_name(unknown, known, "option")), "options")
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
    if base.isdigit():  # an address of digits is an id
        base = f"contest-{base}"
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
        raise inputs.unknown_value(format, ("round-robin", "tables", "swiss"), "format")
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

    if contest.entry not in Contest.EntryMode.values:
        raise inputs.unknown_value(contest.entry, Contest.EntryMode.values, "entry")
    within("rounds", 1, conf.MAX_ROUNDS)
    within("boards", 1, min(conf.MAX_BOARDS, settings.MAX_BOARDS))
    within("action_seconds", conf.SHORTEST_ACTION, settings.MAX_ACTION_SECONDS, " seconds")
    within("memory_mb", conf.SMALLEST_MEMORY, settings.MAX_MEMORY_MB, " MB")
    within("entries_per_account", 1, 1000)


def _check_schedule(contest: Contest) -> None:
    """Every time is to come, within FARTHEST; entries open, then close, then the contest starts."""
    now = timezone.now()
    opens, closes, starts = contest.opens_at, contest.closes_at, contest.starts_at
    for field, at, instead in (
        ("opens_at", opens, "leave it out and entries open at once"),
        ("closes_at", closes, "entries could never be made"),
        ("starts_at", starts, "leave it out and start the contest when you like"),
    ):
        if at and at <= now:
            raise Refused(f"{_utc(at)} has passed (it is {_utc(now)}): {instead}.", field)
        if at and at > now + FARTHEST:
            raise Refused(f"{_utc(at)} is more than {FARTHEST.days} days away.", field)
    if opens and closes and closes <= opens:
        raise Refused("Entries must close after they open.", "closes_at")
    if opens and starts and starts <= opens:
        raise Refused("The contest must start after its entries open.", "starts_at")
    if closes and starts and starts < closes:
        raise Refused("Entries must close before the contest starts, or when it does.", "closes_at")
    if contest.entry == Contest.EntryMode.PRIVATE and (opens or closes):
        field = "opens_at" if opens else "closes_at"
        raise Refused("The organiser of a private contest enters its bots, so entries have no opening hours.", field)


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
