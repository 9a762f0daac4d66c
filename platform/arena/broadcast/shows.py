"""A match made ready to be shown: the frames of its games as an onlooker sees them, and the moment of each."""

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.broadcast.pace import moments
from games.frames import frames, summary
from games.pictures import ONLOOKER


@dataclass(frozen=True)
class Show:
    """`match` is what the table needs to know of all games; `steps` are frames as JSON, with their game and moment."""

    match: dict[str, Any]  # game, options, names, scored
    games: list[dict[str, Any]]  # of those shown: number, seats (the player on each)
    steps: list[tuple[float, int, str]]  # seconds after the start, place in `games`, frame
    seconds: float

    def due(self, elapsed: float) -> int:
        """How many steps have come on view."""
        return bisect_right(self.steps, elapsed, key=lambda step: step[0])

    def first_of_game(self, step: int) -> int:
        """The step at which the game of this one begins."""
        game = self.steps[step][1]
        return next(at for at, (_, number, _) in enumerate(self.steps) if number == game)


def show(document: dict[str, Any], numbers: Sequence[int], pace: float) -> Show:
    """Raises IndexError for a game that the match does not have, games.GameMissing where its package is gone."""
    told = summary(document)
    parts = [frames(document, number, view=ONLOOKER) for number in numbers]
    at, seconds = moments([frame for part in parts for frame in part], pace)
    places = [place for place, part in enumerate(parts) for _ in part]
    texts = [json.dumps(frame, ensure_ascii=False, separators=(",", ":")) for part in parts for frame in part]
    return Show(
        match={key: told[key] for key in ("game", "options", "names", "scored")},
        games=[{"number": number, "seats": told["games"][number]["seats"]} for number in numbers],
        steps=list(zip(at, places, texts, strict=True)),
        seconds=seconds,
    )
