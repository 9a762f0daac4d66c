"""What one seat may know of a game of Badam Satti."""

import random
from dataclasses import dataclass
from typing import Any

from games.core import Actions, Game, State
from games.delta import Delta, pairs

Row = tuple[str, str] | None  # the lowest and the highest card that lie; the same card where only the seven does


@dataclass(frozen=True, slots=True)
class View:
    """See games.core.View. Tuples by seat, but for `rows`, which are by suit: C, D, H, S."""

    game: Game
    seat: int
    to_act: int | None  # None when the game is over
    legal_actions: tuple[str, ...]
    deal: int  # the round, from 0
    dealer: int
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    rows: tuple[Row, ...]
    scores: tuple[int, ...]  # points of the rounds before; with those of the last when the game is over
    giving_to: int | None  # with `take_a_card`: who passed and is about to be handed a card by the seat to act
    passes: int  # in a row, up to now; past one for each seat they bring no card
    shown: tuple[tuple[str, ...], ...]  # all hands when the game is over, else nothing
    history: Actions

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "to_act": self.to_act,
            "legal_actions": list(self.legal_actions),
            "deal": self.deal,
            "dealer": self.dealer,
            "hand": list(self.hand),
            "hand_sizes": list(self.hand_sizes),
            "rows": [row and list(row) for row in self.rows],
            "scores": list(self.scores),
            "giving_to": self.giving_to,
            "passes": self.passes,
            "shown": list(map(list, self.shown)),
            "history": list(map(list, self.history)),
        }

    def sample(self, rng: random.Random) -> State:
        return self.game.rules.sample(self, rng)


def _rows(rows: Any) -> tuple[Row, ...]:
    return tuple([row and tuple(row) for row in rows])


DELTA = Delta(
    View,
    {
        **dict.fromkeys(("legal_actions", "hand", "hand_sizes", "scores"), tuple),
        **dict.fromkeys(("shown", "history"), pairs),
        "rows": _rows,
    },
)
