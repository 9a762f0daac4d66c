"""Games in this process's memory: one person against the engine's own players."""

import random
from typing import Any

import games
from games import frames, scoring


class DemoGame:
    """`seat` is the person's. The others choose among the legal actions at random, always the same ones."""

    def __init__(self, name: str, options: dict[str, Any], seat: int, seed: str) -> None:
        self.game = games.load(name, **options)
        self.seat = seat
        self.seed = seed
        self.state = self.game.start(seed, 0)
        self.chance = random.Random(seed)
        self.names = [f"bot-{number}" for number in range(self.game.seats)]
        self.names[seat] = "you"
        self.others()

    def others(self) -> None:
        while self.state.to_act not in (None, self.seat):
            self.state.apply(self.chance.choice(self.state.legal_actions()))

    def act(self, action: str) -> None:
        self.state.apply(action)
        self.others()

    def frames(self) -> list[dict[str, Any]]:
        """All that the person's seat has seen so far; without the result, where there is none yet."""
        seats = self.game.seats
        over = self.state.to_act is None
        places = scoring.game_places(self.state.places(), 0, [], seats) if over else [1] * seats
        document = {
            "format": "satti-replay/1",
            "game": self.game.name,
            "options": dict(self.game.options),
            "seed": self.seed,
            "players": self.names,
            "games": [{"board": 0, "rotation": 0, "deals": self.state.deals, "places": places, "faults": []}],
            "match_scores": [0.5] * seats,
        }
        told = frames.frames(document, 0, view=self.seat)
        return told if over else told[:-1]

    def match(self) -> dict[str, Any]:
        options = dict(self.game.options)
        return {
            "game": self.game.name,
            "options": options,
            "names": self.names,
            "scored": options.get("deals", options.get("rounds", 1)) != 1,
        }
