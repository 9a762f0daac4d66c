"""Long lists come in pages by key and not by offset, so that none of their rows is shown twice or left out while others
are being added. They are not counted: of a list that keeps growing an exact number says little and costs much."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from arena.errors import Refused

CURSOR = re.compile(r"(after|before)((?:_-?[0-9]{1,18})+)")


@dataclass(frozen=True)
class KeysetPage:
    """`next` and `previous` are cursors, "" at the ends; `here` is the one that this page was asked for by."""

    rows: list[Any]
    here: str
    previous: str
    next: str

    def __iter__(self) -> Iterator[Any]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def page(rows: QuerySet[Any], ordering: tuple[str, ...], size: int, cursor: str = "") -> KeysetPage:
    """The rows after (or before) a cursor. `ordering` names whole-number columns, "-" before those that fall; together
    they are unique. Raises Refused for what is no cursor of this ordering."""
    side, key = _read(cursor, len(ordering)) if cursor else ("after", [])
    backwards = side == "before"
    columns = [_turned(column) for column in ordering] if backwards else list(ordering)
    wanted = rows.order_by(*columns)
    if key:
        wanted = wanted.filter(_beyond(columns, key))
    found = list(wanted[: size + 1])
    more, shown = len(found) > size, found[:size]
    if backwards:
        shown.reverse()
    has_previous, has_next = (more, True) if backwards else (bool(key), more)
    return KeysetPage(
        shown,
        cursor,
        _cursor("before", shown[0], ordering) if shown and has_previous else "",
        _cursor("after", shown[-1], ordering) if shown and has_next else "",
    )


def _read(cursor: str, parts: int) -> tuple[str, list[int]]:
    found = CURSOR.fullmatch(cursor)
    key = [int(part) for part in found[2].split("_")[1:]] if found else []
    if not found or len(key) != parts:
        raise Refused("This is not a cursor of this list. Follow the links to its next or previous page.", "cursor")
    return found[1], key


def _cursor(side: str, row: Any, ordering: tuple[str, ...]) -> str:
    return side + "".join(f"_{getattr(row, column.lstrip('-'))}" for column in ordering)


def _turned(column: str) -> str:
    return column[1:] if column.startswith("-") else f"-{column}"


def _beyond(columns: list[str], key: list[int]) -> Q:
    """Rows that come after this key."""
    wanted, same = Q(), Q()
    for column, value in zip(columns, key, strict=True):
        name = column.lstrip("-")
        wanted |= same & Q(**{f"{name}__{'lt' if column.startswith('-') else 'gt'}": value})
        same &= Q(**{name: value})
    return wanted
