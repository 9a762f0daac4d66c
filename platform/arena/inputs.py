"""One rule for every input of the site, of pages and of the API: it is understood, or refused by name with the closest
one that would be."""

import math
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateparse import parse_datetime

from arena.errors import Refused
from bots import text as characters

View = TypeVar("View", bound=Callable[..., Any])
WHOLE = re.compile(r"-?[0-9]{1,18}")
NUMBER = re.compile(r"-?[0-9]{1,30}(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?")
LIST = 12  # of more names only the closest are listed
SHOWN = 60  # characters of what was given


def closest(given: str, known: Iterable[str]) -> str:
    """` Did you mean "rounds"?` and which ones there are; "" where there are none."""
    names = list(dict.fromkeys(known))
    if not names:
        return ""
    lower = {name.lower(): name for name in names}
    near = get_close_matches(given.lower()[:100], list(lower), n=1, cutoff=0.5)
    meant = f' Did you mean "{lower[near[0]]}"?' if near else ""
    listed = f" Choose one of: {', '.join(names)}." if len(names) <= LIST else ""
    return f"{meant}{listed}"


def quoted(given: Any) -> str:
    text = characters.shown(str(given))
    return f'"{text[:SHOWN]}…"' if len(text) > SHOWN else f'"{text}"'


def unknown_name(given: str, known: Iterable[str], kind: str = "field") -> Refused:
    hint = closest(given, known) or f" There are no {kind}s here."
    return Refused(f"There is no {kind} {quoted(given)}.{hint}", characters.shown(given)[:SHOWN])


def require_known(given: Iterable[str], known: Iterable[str], kind: str = "field") -> None:
    """Raises Refused for the first name that is not among those known."""
    names = list(known)
    for name in given:
        if name not in names:
            raise unknown_name(name, names, kind)


def unknown_value(given: Any, known: Iterable[str], field: str) -> Refused:
    return Refused(f"{quoted(given)} is not a valid value.{closest(str(given), known)}", field)


def query(*names: str) -> Callable[[View], View]:
    """Declare the query parameters of a page; a page without this takes none. See `arena.middleware.Pages`."""

    def declare(view: View) -> View:
        view.query = frozenset(names)  # type: ignore[attr-defined]
        return view

    return declare


def throttled(scope: str) -> Callable[[View], View]:
    """Declare a rate limit of a page's form, besides those of all forms."""

    def declare(view: View) -> View:
        view.throttle = scope  # type: ignore[attr-defined]
        return view

    return declare


def whole(given: str, field: str, least: int, most: int) -> int:
    """A whole number in ASCII digits."""
    if WHOLE.fullmatch(given) and least <= int(given) <= most:
        return int(given)
    raise Refused(f"{field} is {quoted(given)}; it must be a whole number from {least} to {most}.", field)


def number(given: str) -> float | None:
    """A finite decimal number in ASCII digits; None for everything else."""
    found = float(given) if NUMBER.fullmatch(given) else math.nan
    return found if math.isfinite(found) else None


def name(given: str, field: str, most: int, least: int = 1) -> str:
    """One line of text that people read as a name or a reason: in NFC, with single spaces. Raises Refused."""
    line = characters.one_line(given)
    return _checked(line, field, most, least, "")


def prose(given: str, field: str, most: int) -> str:
    """Text of some lines, in NFC. Raises Refused."""
    lines = characters.nfc(given).replace("\r\n", "\n").strip(" \n")
    return _checked(lines, field, most, 0, "\n\t")


def _checked(text: str, field: str, most: int, least: int, allowed: str) -> str:
    if bad := characters.forbidden(text, allowed):
        raise Refused(f"{field} may not contain the character {bad}.", field)
    if not least <= len(text) <= most:
        raise Refused(f"{field} has {len(text)} characters; it may have {least} to {most}.", field)
    return text


def moment(given: str, zone: ZoneInfo | None = None) -> datetime | None:
    """A time of day with its zone, or in `zone` where it names none; None where it is no time, or a zone is missing."""
    if not given.isascii():
        return None
    try:
        found = parse_datetime(given.strip())
        if found is None or (timezone.is_naive(found) and zone is None):
            return None
        return timezone.make_aware(found, zone) if timezone.is_naive(found) else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
