"""What the built-in players have in common."""

import random
from typing import Any

from games.core import Game, View


class BuiltIn:
    """A player of ours, in this process: a subclass says how to `act`.

    `rng` is new in every game, from the player's seed and the game's number, so that games do not hang on each other.
    """

    def __init__(self, name: str, game: Game, seed: str | int) -> None:
        self.name = name
        self.game = game
        self.seed = seed
        self.rng = random.Random(str(seed))  # noqa: S311  # play, not secrets

    def start_game(self, number: int, seat: int) -> None:
        self.rng = random.Random(f"{self.seed}/{number}/{seat}")  # noqa: S311  # play, not secrets

    def act(self, view: View) -> str:
        raise NotImplementedError

    def end_game(self, result: dict[str, Any]) -> None:
        pass

    def close(self) -> None:
        pass
