"""Keeping something on: the next broadcast of a channel, when the last one is over."""

import json
from datetime import timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Now

from arena.broadcast.choice import choose
from arena.broadcast.models import Broadcast
from arena.broadcast.queries import ELAPSED
from arena.broadcast.shows import show
from arena.contests.models import Contest, Match, Replay
from games import GameMissing

log = structlog.get_logger(__name__)

LEAD_IN = 3.0  # seconds between the choice and the first card: everybody has heard of it by then
KEPT = 500  # rows of a channel; older ones are deleted


def contest_channel(contest_id: int) -> str:
    return f"contest-{contest_id}"


def schedule() -> int:
    """Begin what is to begin, on every channel. Returns how many broadcasts did. May be called at any time, twice at
    once, or not for long: a broadcast is a row, and nobody has to keep it going."""
    running = Contest.objects.filter(state=Contest.State.RUNNING).exclude(format=Contest.Format.LADDER)
    contests = list(running.order_by("-started_at").values_list("pk", flat=True)[: settings.BROADCAST_CONTESTS])
    channels = {Broadcast.MAIN: None} | {contest_channel(pk): pk for pk in contests}
    ended = Broadcast.objects.annotate(elapsed=ELAPSED).filter(over=False, elapsed__gt=F("seconds"))
    ended.exclude(channel__in=channels).update(over=True)
    return sum(begin_next(channel=channel, contest=contest) for channel, contest in channels.items())


def begin_next(*, channel: str, contest: int | None) -> bool:
    """Begin the next broadcast of a channel if the present one is over, or can no longer be shown. False where nothing
    began."""
    try:
        with transaction.atomic():
            present = Broadcast.objects.select_for_update().filter(channel=channel, over=False).first()
            if present is not None:
                if not _done(present):
                    return False
                present.over = True
                present.save(update_fields=["over"])
            began = any(_begin(channel, match) for match in choose(channel, contest))
            if began:
                _forget_old(channel)
            return began
    except IntegrityError:  # another process has begun one at the same moment
        return False


def _done(present: Broadcast) -> bool:
    """Whether it is over, or never will be: a start far in the future is that of a clock that was wrong, and of a
    ladder's old matches the replays are deleted."""
    elapsed = Broadcast.objects.annotate(elapsed=ELAPSED).values_list("elapsed", flat=True).get(pk=present.pk)
    if not -2 * LEAD_IN <= float(elapsed) < present.seconds:
        return True
    return not Match.objects.filter(pk=present.match_id, replay__isnull=False).exclude(state=Match.State.VOID).exists()


def _begin(channel: str, match_id: int) -> bool:
    """False where the match cannot be shown: its game is gone, or its replay has just been deleted."""
    stored = Replay.objects.filter(match=match_id).first()
    if stored is None:
        return False
    document = json.loads(bytes(stored.data))
    numbers = shown_games(document)
    try:
        seconds = show(document, numbers, settings.BROADCAST_PACE).seconds
    except GameMissing:
        return False
    except Exception:  # one replay that cannot be told must not keep all the others from being shown
        log.exception("a match cannot be shown", match=match_id)
        return False
    if not seconds:
        return False
    start = Now() + timedelta(seconds=LEAD_IN)
    Broadcast.objects.create(
        channel=channel, match_id=match_id, games=numbers, pace=settings.BROADCAST_PACE, starts_at=start,
        seconds=seconds,
    )
    return True


def shown_games(document: dict[str, Any]) -> list[int]:
    """The first games that were played to their end: BROADCAST_GAMES of them at most, for the sake of other matches."""
    played = [number for number, game in enumerate(document["games"]) if game["deals"]]
    return played[: settings.BROADCAST_GAMES]


def _forget_old(channel: str) -> None:
    newest = Broadcast.objects.filter(channel=channel).order_by("-pk").values_list("pk", flat=True)[:KEPT]
    Broadcast.objects.filter(channel=channel, over=True).exclude(pk__in=list(newest)).delete()
