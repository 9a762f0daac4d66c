"""What one seat may know of a game of Saat-Aath."""

import random
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.core import Actions, Game, State
from games.delta import Delta, pairs


class Stack(NamedTuple):
    """One of a player's five piles on the table."""

    open: str | None  # the card that lies open; None while there is none (the next is turned up after the trick)
    closed: bool  # whether a card still lies face down, which nobody knows
    played: tuple[str, ...]  # the cards played from it, in that order


@dataclass(frozen=True, slots=True)
class View:
    """See games.core.View. Tuples of two are by seat. Sets of cards are sorted."""

    game: Game
    seat: int
    to_act: int | None  # None when the game is over
    legal_actions: tuple[str, ...]
    deal: int  # from 0
    dealer: int  # must win 7 tricks; the other is the caller, who must win 8
    trumps: str | None  # None before the call
    hand: tuple[str, ...]
    stacks: tuple[tuple[Stack, ...], ...]  # five for each seat; none before the call
    trick: Actions  # the trick in progress: nothing, or the leader's seat and card
    tricks: tuple[int, ...]  # won in this deal
    scores: tuple[int, ...]  # of the game so far
    drawer: int | None  # who draws cards in this deal, with `winner_draws`
    draws_left: int
    drawn: tuple[str, ...]  # cards drawn in this deal, in that order: both players have seen them
    opponent_cards: int  # how many cards the opponent holds in hand
    opponent_known: tuple[str, ...]  # those of them that this seat knows, from the draws
    history: Actions

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "to_act": self.to_act,
            "legal_actions": list(self.legal_actions),
            "deal": self.deal,
            "dealer": self.dealer,
            "trumps": self.trumps,
            "hand": list(self.hand),
            "stacks": [[[top, closed, list(played)] for top, closed, played in stacks] for stacks in self.stacks],
            "trick": list(map(list, self.trick)),
            "tricks": list(self.tricks),
            "scores": list(self.scores),
            "drawer": self.drawer,
            "draws_left": self.draws_left,
            "drawn": list(self.drawn),
            "opponent_cards": self.opponent_cards,
            "opponent_known": list(self.opponent_known),
            "history": list(map(list, self.history)),
        }

    def sample(self, rng: random.Random) -> State:
        return self.game.rules.sample(self, rng)


def _stack(cell: Any) -> Stack:
    top, closed, played = cell
    return Stack(top, closed, tuple(played))


def _stacks(rows: Any) -> tuple[tuple[Stack, ...], ...]:
    return tuple([tuple(map(_stack, row)) for row in rows])


DELTA = Delta(
    View,
    {
        **dict.fromkeys(("legal_actions", "hand", "tricks", "scores", "drawn", "opponent_known"), tuple),
        **dict.fromkeys(("trick", "history"), pairs),
        "stacks": _stacks,
    },
    grid="stacks",
    read_cell=_stack,
)
