"""High Card, the smallest whole game: the file to copy when you write one. See docs/adding-a-game.md.

Two players hold three of six spades each. A trick is a card from each, the higher wins it, and most tricks win.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games import Actions, Deal, Game, IllegalAction, InvalidAction, OptionSpec, Rules
from games.cards import Deck
from games.scoring import places
from games.shuffle import shuffle

DECK = Deck(["2S", "3S", "4S", "5S", "6S", "7S"])


@dataclass(frozen=True, slots=True)
class View:
    game: Game
    seat: int
    to_act: int | None
    legal_actions: tuple[str, ...]
    hand: tuple[str, ...]
    history: Actions

    def to_json(self) -> dict[str, Any]:
        return {
            "seat": self.seat,
            "to_act": self.to_act,
            "legal_actions": list(self.legal_actions),
            "hand": list(self.hand),
            "history": [list(action) for action in self.history],
        }

    def sample(self, rng: random.Random) -> "State":
        return self.game.rules.sample(self, rng)  # type: ignore[return-value]


def view_from_json(game: Game, data: Mapping[str, Any]) -> View:
    return View(
        game=game,
        seat=data["seat"],
        to_act=data["to_act"],
        legal_actions=tuple(data["legal_actions"]),
        hand=tuple(data["hand"]),
        history=tuple((seat, action) for seat, action in data["history"]),
    )


class State:
    game: Game
    to_act: int | None
    history: list[Deal]

    def __init__(self, game: Game, pack: list[int]) -> None:
        self.game = game
        self.history = [Deal(0, 0, pack, DECK.name)]
        self.to_act = 0
        self.hands = [set(pack[0::2]), set(pack[1::2])]  # of bits
        self.tricks = [0, 0]

    def legal_actions(self) -> tuple[str, ...]:
        return () if self.to_act is None else tuple(sorted(DECK.name[bit] for bit in self.hands[self.to_act]))

    def apply(self, action: str) -> None:
        if not isinstance(action, str) or action not in DECK.bit:
            raise InvalidAction(f"{action!r:.80} is no action of high-card: a card of {', '.join(DECK.bit)}")
        if self.to_act is None or action not in self.legal_actions():
            raise IllegalAction(f"{action!r} is illegal; legal: {', '.join(self.legal_actions())}")
        deal = self.history[0]
        deal.actions.append((self.to_act, action))
        self.hands[self.to_act].remove(DECK.bit[action])
        self.to_act = 1 - self.to_act
        if len(deal.actions) % 2 == 0:
            (leader, led), (follower, card) = deal.actions[-2:]
            self.to_act = leader if led > card else follower
            self.tricks[self.to_act] += 1
        if len(deal.actions) == 6:
            deal.scores = (self.tricks[0], self.tricks[1])
            self.to_act = None

    def places(self) -> tuple[int, ...]:
        if self.to_act is not None:
            raise ValueError("the game is not over: it has no places yet")
        return places([-tricks for tricks in self.tricks])

    def copy(self) -> "State":
        twin = State(self.game, self.history[0].pack)
        for _, action in self.history[0].actions:
            twin.apply(action)
        return twin

    @property
    def deals(self) -> list[dict[str, Any]]:
        return [deal.to_json() for deal in self.history]

    def view(self, seat: int) -> View:
        return View(
            game=self.game,
            seat=seat,
            to_act=self.to_act,
            legal_actions=self.legal_actions() if seat == self.to_act else (),
            hand=tuple(sorted(DECK.name[bit] for bit in self.hands[seat])),
            history=self.history[0].seen_by(seat),
        )


def sample(view: View, rng: random.Random) -> State:
    """The own cards are known; the others' are the rest, played ones included, so that only the order is open."""
    own = [*view.hand, *(card for seat, card in view.history if seat == view.seat)]
    other = [card for card in DECK.canonical if card not in own]
    rng.shuffle(own)
    rng.shuffle(other)
    pack = [""] * 6
    pack[view.seat :: 2] = own
    pack[1 - view.seat :: 2] = other
    state = State(view.game, [DECK.bit[card] for card in pack])
    for _, action in view.history:
        state.apply(action)
    return state


def start(game: Game, seed: str, board: int) -> State:
    return State(game, shuffle(DECK.pack, seed, board, 0))


RULES = Rules(
    name="high-card",
    title="High Card",
    options=(OptionSpec("stakes", 1, "what the players say it is played for; changes nothing", low=1, high=9),),
    presets={"standard": {}},
    seats=lambda options: 2,
    start=start,
    view_from_json=view_from_json,
    sample=sample,
)
