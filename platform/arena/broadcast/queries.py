"""What is on: asked for by every spectator every two seconds, and so answered from this process's memory.

A row of the schedule is read once a second at the most, a match's frames are made once; in between the time since the
start is counted on a clock that nobody sets. A web server whose own clock is wrong shows the same card as the others,
since only the database's clock is asked.
"""

import json
import threading
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.db.models import ExpressionWrapper, F, FloatField, Func
from django.db.models.functions import Now
from django.urls import reverse

from arena.broadcast.messages import messages
from arena.broadcast.models import Broadcast
from arena.broadcast.shows import Show, show
from arena.contests.models import Contest, Replay
from games import GameMissing

SECONDS = 1.0  # so long the schedule is not read again
AHEAD = 5.0  # seconds of frames that are sent before they are shown, so that a slow line misses none
AT_ONCE = 400  # frames of an answer

ELAPSED = Func(
    ExpressionWrapper(Now() - F("starts_at"), output_field=FloatField()),
    function="EXTRACT",
    template="(EXTRACT(EPOCH FROM %(expressions)s))::float8",
    output_field=FloatField(),
)


@dataclass(frozen=True)
class OnAir:
    """A broadcast at the moment when it was looked up. `at` is of this process's monotonic clock."""

    pk: int
    show: Show
    facts: dict[str, Any]  # for the table and what stands beside it
    contest: int
    source: str  # the address that its tables ask
    elapsed_then: float
    at: float

    @property
    def elapsed(self) -> float:
        """Seconds since its start; below 0 while it is still to come."""
        return self.elapsed_then + time.monotonic() - self.at

    @property
    def names(self) -> list[str]:
        """Without owner and version: "hard" for "builtin/saat-aath-hard@1". The table's script says who is whose."""
        names = (name.rpartition("@")[0].rpartition("/")[2] or name for name in self.facts["names"])
        return [name.removeprefix(f"{self.facts['game']}-") for name in names]


_lock = threading.Lock()
_known: dict[str, tuple[float, OnAir | None]] = {}


def forget() -> None:
    """Read the schedule anew at the next question."""
    _known.clear()


def on_air(channel: str = Broadcast.MAIN) -> OnAir | None:
    """What a channel shows; None where nothing has ever been shown. What is over stays until the next begins."""
    now = time.monotonic()
    read, found = _known.get(channel, (None, None))
    if read is not None and now - read < SECONDS:
        return found
    with _lock:
        if len(_known) > 200:  # channels of contests that are over
            _known.clear()
        found = _look(channel)
        _known[channel] = (time.monotonic(), found)
    return found


def for_page(air: OnAir | None) -> dict[str, Any]:
    """The context of `broadcast/_table.html`."""
    return {"on_air": air, "on_air_messages": messages() if air else {}}


def featured(contest: Contest) -> OnAir | None:
    """What the page of a contest shows: its own channel, or the site's while that shows a match of it."""
    own = on_air(f"contest-{contest.pk}") if contest.state == Contest.State.RUNNING else None
    main = on_air()
    return own or (main if main and main.contest == contest.pk else None)


def chunk(air: OnAir | None, *, known: int = 0, after: int = 0) -> bytes:
    """The answer to a spectator who has the first `after` steps of broadcast `known`: JSON. Whoever has another one, or
    none, is given the game on view from its beginning. Frames are sent AHEAD seconds before their moment."""
    if air is None:
        return b'{"broadcast":null}'
    elapsed = air.elapsed
    due = air.show.due(elapsed + AHEAD)
    fresh = known != air.pk or after > due
    first = after
    if fresh:
        first = air.show.first_of_game(max(0, air.show.due(max(elapsed, 0.0)) - 1))
    steps = air.show.steps[first : min(due, first + AT_ONCE)]
    head = {
        "broadcast": air.pk,
        "elapsed": round(elapsed, 3),
        "seconds": air.show.seconds,
        "first": first,
    } | ({"match": air.facts} if fresh else {})
    frames = ",".join(f"[{at},{game},{frame}]" for at, game, frame in steps)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]},"frames":[{frames}]}}'.encode()


def _look(channel: str) -> OnAir | None:
    rows = Broadcast.objects.filter(channel=channel).annotate(elapsed=ELAPSED).select_related("match__contest")
    row = rows.order_by("over", "-pk").first()
    if row is None:
        return None
    at = time.monotonic()
    try:
        made = _made(row.match_id, tuple(row.games), row.pace)
    except (Replay.DoesNotExist, GameMissing):  # deleted, or its package is away: the scheduler finds another
        return None
    contest = row.match.contest
    facts = made.match | {
        "games": made.games,
        "all_games": row.match.boards * contest.seats,
        "contest": contest.name,
        "contest_url": contest.get_absolute_url(),
        "match_url": row.match.get_absolute_url(),
        "text_url": reverse("match-replay-text", args=[row.match_id]),
        "title": contest.rules.title,
        "preset": contest.preset,
        "number": row.match.number,
    }
    own = channel != Broadcast.MAIN
    source = reverse("watch-contest-frames", args=[contest.pk]) if own else reverse("watch-frames")
    return OnAir(row.pk, made, facts, contest.pk, source, row.elapsed, at)  # type: ignore[attr-defined]


@lru_cache(maxsize=16)
def _made(match: int, numbers: tuple[int, ...], pace: float) -> Show:
    """A match's replay never changes, so neither does this."""
    return show(json.loads(bytes(Replay.objects.get(match=match).data)), numbers, pace)
