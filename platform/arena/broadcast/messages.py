"""Texts of a broadcast, besides those of the table."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arena.table import messages as table

OWN: Mapping[str, Promise] = {
    "live": _("Live"),
    "live.back": _("Back to live"),
    "live.game": _("Game {number} of {all}"),
    "live.soon": _("Begins in a moment"),
    "live.nothing": _("Nothing has been played yet. A match is shown here as soon as one is over."),
    "live.lost": _("The connection is lost. Trying again."),
    "live.next": _("The next match follows in a moment."),
    "stage.top": _("Top ten"),
    "stage.latest": _("Just in"),
    "stage.none": _("No results yet"),
    "stage.ready": _("All matches are finished. Press R: the final order, from the last place to the first."),
    "stage.order": _("The final order"),
    "stage.wait": _("The final order can be shown when all matches are finished."),
    "stage.up": _("up {count}"),
    "stage.down": _("down {count}"),
}


def messages() -> dict[str, str]:
    """All messages of a page with a broadcast, in the language of the request."""
    return table.messages() | {key: str(text) for key, text in OWN.items()}
