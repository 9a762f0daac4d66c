"""Tournaments and ladders by what people and programs call them. Pages and the API look them up here."""

from django.db.models import QuerySet

from arena.contests.models import Contest
from arena.errors import NotFound
from arena.inputs import WHOLE, quoted

CONTEST = r"[0-9]{1,18}|[a-zA-Z0-9_-]+"  # in an address


def contest(name: str, among: QuerySet[Contest] | None = None) -> Contest:
    """A tournament or ladder by its id or its slug, the last part of its page's address. Raises NotFound."""
    contests = Contest.objects.select_related("organiser") if among is None else among
    found = contests.filter(pk=int(name)).first() if WHOLE.fullmatch(name) else None
    if found is None and "\0" not in name:
        found = contests.filter(slug=name).first()
    if found is None:
        raise NotFound(f"There is no tournament {quoted(name)}. Name it by its slug or by its id.", "tournament")
    return found
