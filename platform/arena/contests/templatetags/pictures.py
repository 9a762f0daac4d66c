"""Numbers as small pictures, in SVG whose geometry needs no style attribute, and names as the site writes them."""

from collections.abc import Sequence
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
EDGES = (0.03, 0.1, 0.2)  # distances from one half at which a cell of the cross table gets a deeper colour


@register.simple_tag
def interval(value: float, low: float, high: float, start: float, end: float, first: bool = False) -> SafeString | str:
    """A value with its 95 % interval as a dot on a line, on a scale from `start` to `end`."""
    if end <= start:
        return ""
    left, middle, right = (f"{2 + 96 * (at - start) / (end - start):.1f}%" for at in (low, value, high))
    return format_html(
        '<svg class="interval{}" role="img" aria-label="{} to {}" focusable="false">'
        '<line x1="{}" x2="{}" y1="50%" y2="50%"/><circle cx="{}" cy="50%" r="6"/></svg>',
        " first" if first else "",
        f"{low:.0f}",
        f"{high:.0f}",
        left,
        right,
        middle,
    )


@register.simple_tag
def trend(points: Sequence[float]) -> SafeString | str:
    """A line without axes, as high as its values differ."""
    if len(points) < 2:
        return ""
    low, high = min(points), max(points)
    span = max(high - low, 20.0)
    path = " ".join(
        f"{90 * at / (len(points) - 1):.0f},{24 - 22 * (value - low) / span:.0f}" for at, value in enumerate(points)
    )
    return format_html(
        '<svg class="trend" viewBox="0 0 90 26" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        '<path d="M{}"/></svg>',
        path,
    )


@register.filter
def cell_colour(mean: float) -> str:
    """The class of a cell's colour: w1 to w4 above 50 percent, l1 to l4 below, none within half a percent of it."""
    away = mean / 100 - 0.5
    if abs(away) < 0.005:
        return ""
    return f"{'w' if away > 0 else 'l'}{1 + sum(abs(away) >= edge for edge in EDGES)}"


@register.filter
def ordinal(place: int) -> str:
    """1st, 2nd, 3rd, 4th, 11th."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


@register.filter
def about(seconds: float | None) -> str:
    """A length of time as one would say it: "about 14 minutes"; "" where it is not known."""
    if seconds is None:
        return ""
    for size, name in ((86400, "day"), (3600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size or (size == 60 and seconds >= 45):
            number = max(1, round(seconds / size))
            return f"about {number} {name}{'s' * (number > 1)}"
    return "less than a minute"


@register.filter
def short(bot: Any) -> str:
    """A bot's name alone; of a built-in player "hard" rather than "saat-aath-hard"."""
    return str(bot.builtin or bot.name)


@register.filter
def split(words: str) -> list[str]:
    return words.split()

RANKS = {"A": "ace", "T": "ten", "J": "jack", "Q": "queen", "K": "king"}
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
MARKS = {"*": "ringed", "-": "dim"}


@register.simple_tag
def cards(names: str, kind: str = "hand") -> SafeString:
    """Drawn cards in a row: `cards "AD KD* XX"`. `*` rings a card and `-` dims it; XX is a closed one; `kind` is
    the row's class. The page includes the sprite and cards.css."""
    drawn, spoken = [], []
    for name in names.split():
        card, mark = name[:2], MARKS.get(name[2:], "")
        if card == "XX":
            rank, suit = "", ""
            spoken.append("a closed card")
        else:
            rank, suit = card[0], card[1]
            spoken.append(f"{RANKS.get(rank, rank)} of {SUITS[suit]}")
        drawn.append(render_to_string("table/_card.html", {"rank": rank, "suit": suit, "mark": mark}))
    return format_html(
        '<div class="{}" role="img" aria-label="{}">{}</div>',
        kind,
        ", ".join(spoken),
        SafeString("".join(drawn)),
    )
