"""When a bot may expect its first ladder match, for its page."""

from django.conf import settings

from arena.contests.models import Contest, Match
from arena.contests.schedule.progress import workers_alive
from arena.submissions.models import Bot, Version

LADDER = Contest.Format.LADDER
MATCH = Match.State


def first_ladder_match(bot: Bot) -> str:
    """A sentence about the first ladder match of a bot that opted in; "" where it has had one or will have none."""
    if not bot.on_ladder or bot.retired_at or not settings.LADDER_MATCHES:
        return ""
    own = Match.objects.filter(contest__format=LADDER, players__bot=bot)
    if own.filter(state=MATCH.DONE).exists():
        return ""
    statuses = set(bot.versions.values_list("status", flat=True))
    if Version.Status.READY not in statuses:
        pending = statuses & {Version.Status.WAITING, Version.Status.CHECKING}
        return "Its first ladder match follows when a version has passed its check." if pending else ""
    if not workers_alive():
        return "It plays on the ladder as soon as a worker is running; none is at the moment."
    if own.filter(state=MATCH.RUNNING).exists():
        return "Its first ladder match is being played now."
    before = Match.objects.filter(state=MATCH.WAITING, contest__state=Contest.State.RUNNING, queued_at__isnull=False)
    waiting = own.filter(state=MATCH.WAITING).order_by("pk").first()
    if waiting is not None and waiting.queued_at is not None:
        count = before.filter(queued_at__lt=waiting.queued_at).count()
        return f"Its first ladder match is in the queue, {_behind(count)}."
    if waiting is None and not _enough(bot):
        return "Its first ladder match follows when enough bots are on the ladder to fill a table."
    count = before.count()
    return f"Expect its first ladder match within a minute{f', {_behind(count)}' if count else ''}."


def _behind(count: int) -> str:
    return {0: "next", 1: "after 1 other match"}.get(count, f"after {count} other matches")


def _enough(bot: Bot) -> bool:
    return Contest.objects.filter(format=LADDER, state=Contest.State.RUNNING, game=bot.game).exists()
