"""What is shown live, for the pages of other apps."""

from typing import Any

from django import template

from arena.broadcast import queries
from arena.contests.models import Contest

register = template.Library()


@register.simple_tag
def on_air(contest: Contest | None = None) -> queries.OnAir | None:
    """What the site shows now, or a match of this contest; None where there is none."""
    return queries.on_air() if contest is None else queries.featured(contest)


@register.inclusion_tag("broadcast/_table.html")
def live_table(air: queries.OnAir) -> dict[str, Any]:
    """A table in a box on which a broadcast runs, once on a page."""
    return queries.for_page(air)
