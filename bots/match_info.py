"""What a bot is told of its match."""

from dataclasses import dataclass
from typing import Any

import games

NUMBERS = ("boards", "action_seconds", "match_seconds", "memory_mb", "seed")


@dataclass(frozen=True)
class Match:
    """The argument of `Bot.__init__`."""

    game: games.Game
    boards: int
    action_seconds: float  # CPU time for one action
    match_seconds: float  # CPU time for all of them
    memory_mb: int
    seed: int  # the bot's own, the same when the match is repeated; `random` and numpy are seeded with it already

    @property
    def options(self) -> dict[str, Any]:
        return dict(self.game.options)

    @property
    def seats(self) -> int:
        return self.game.seats

    def to_json(self) -> dict[str, Any]:
        numbers = {name: getattr(self, name) for name in NUMBERS}
        return {"game": self.game.name, "options": self.options, "seats": self.seats, **numbers}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "Match":
        return cls(games.load(data["game"], **data["options"]), **{name: data[name] for name in NUMBERS})
