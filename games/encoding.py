"""Views and actions as fixed-length numbers, for bots that learn. Plain lists: it works in the sandbox as in training.

    encoding = encoding_of(game)
    encoding.observation(view)       # encoding.size numbers from -1 to 1, from what this seat may know and nothing else
    encoding.mask(view)              # encoding.actions zeros and ones: which actions are legal
    encoding.action(view, number)    # the action of that number, "7H"
    encoding.labels                  # what each number of an observation is: "hand 8C"

Seats are counted from the one that looks: itself first, then the next to its right.
"""

import operator
from collections.abc import Collection, Iterator
from itertools import permutations
from typing import Protocol

from games import badam_satti, saat_aath
from games.badam_satti.tables import DECK as BADAM_SATTI
from games.cards import SUITS
from games.core import Game, InvalidAction, View
from games.saat_aath.sample import shown_voids
from games.saat_aath.tables import DECK as SAAT_AATH


class Encoding(Protocol):
    size: int
    actions: int
    labels: tuple[str, ...]

    def observation(self, view: View) -> list[float]: ...
    def mask(self, view: View) -> list[int]: ...
    def action(self, view: View, number: int) -> str: ...


def encoding_of(game: Game) -> Encoding:
    """Raises ValueError for a game that has none."""
    if game.name == "saat-aath":
        return SaatAath(game)
    if game.name == "badam-satti":
        return BadamSatti(game)
    raise ValueError(f"{game.name} has no encoding; saat-aath and badam-satti have")


class _Encoding:
    """The numbers of actions: a list of names, of which `mask` and `action` are two readings."""

    names: tuple[str, ...]
    labels: tuple[str, ...]

    def __init__(self, game: Game) -> None:
        self.game = game
        self.actions = len(self.names)
        self.size = len(self.observation(game.start("0", 0).view(0)))

    def observation(self, view: View) -> list[float]:
        raise NotImplementedError

    def mask(self, view: View) -> list[int]:
        legal = set(view.legal_actions)
        return [int(name in legal) for name in self._names(view)]

    def action(self, view: View, number: int) -> str:
        """Raises games.InvalidAction for a number of no action of this game."""
        try:
            index = operator.index(number)
        except TypeError:
            raise InvalidAction(f"{number!r:.80} is not the number of an action: it must be a whole number") from None
        if not 0 <= index < self.actions:
            raise InvalidAction(f"{index} is not the number of an action: they go from 0 to {self.actions - 1}")
        return self._names(view)[index]

    def _names(self, view: View) -> tuple[str, ...]:
        return self.names


class SaatAath(_Encoding):
    """Actions: the 30 cards in the order of the pack, the four calls; with `winner_draws` the five places to draw from,
    the 30 cards to give, and the 120 orders of a hand (of its sorted cards).
    """

    def __init__(self, game: Game) -> None:
        cards = SAAT_AATH.canonical
        self.names = (*cards, *SUITS)
        self.orders: tuple[tuple[int, ...], ...] = ()
        if game.options["winner_draws"]:
            self.orders = tuple(permutations(range(5)))
            self.names += (*[f"draw {place}" for place in range(5)], *["give " + card for card in cards])
            self.names += tuple(["arrange " + " ".join(map(str, order)) for order in self.orders])
        self.labels = tuple(self._labels())
        super().__init__(game)

    def _labels(self) -> Iterator[str]:
        """In the order of `observation`."""
        cards = SAAT_AATH.canonical
        for what in ("hand", "opponent known", "trick"):
            yield from [f"{what} {card}" for card in cards]
        for seat in ("own", "opponent"):
            for what in ("open", "covering", "played"):
                yield from [f"{seat} {what} {card}" for card in cards]
            yield from (f"{seat} tricks / 15", f"{seat} score / 10")
        yield from [f"opponent lacks {card}" for card in cards]
        yield from [f"trumps {suit}" for suit in SUITS]
        yield from ("own deal", "own turn", "opponent cards / 5", "draws left / 8", "own draws", "opponent draws")

    def _names(self, view: View) -> tuple[str, ...]:
        if not view.legal_actions or not view.legal_actions[0].startswith("arrange"):
            return self.names
        hand = sorted(view.legal_actions[0].split(" ")[1:])
        orders = ["arrange " + " ".join([hand[place] for place in order]) for order in self.orders]
        return (*self.names[: -len(orders)], *orders)

    def observation(self, view: View) -> list[float]:
        assert isinstance(view, saat_aath.View)
        seats = (view.seat, 1 - view.seat)
        plays = [(seat, action) for seat, action in view.history if action in SAAT_AATH.bit]
        numbers = _cards(view.hand) + _cards(view.opponent_known) + _cards([card for _, card in view.trick])
        for seat in seats:
            stacks = view.stacks[seat] or ()
            numbers += _cards([stack.open for stack in stacks if stack.open])
            numbers += _cards([stack.open for stack in stacks if stack.open and stack.closed])
            numbers += _cards([card for player, card in plays if player == seat])
            numbers += [view.tricks[seat] / 15, _clip(view.scores[seat] / 10)]
        numbers += _cards(SAAT_AATH.names(shown_voids(view, plays)))
        numbers += [float(view.trumps == suit) for suit in SUITS]
        numbers += [float(view.dealer == view.seat), float(view.to_act == view.seat), view.opponent_cards / 5]
        numbers += [view.draws_left / 8, float(view.drawer == view.seat), float(view.drawer == 1 - view.seat)]
        return numbers


class BadamSatti(_Encoding):
    """Actions: the 52 cards in the order of the pack; with `take_a_card` the 52 cards to give."""

    def __init__(self, game: Game) -> None:
        cards = BADAM_SATTI.canonical
        self.names = cards
        if game.options["take_a_card"]:
            self.names += tuple(["give " + card for card in cards])
        self.labels = tuple(self._labels(game.seats))
        super().__init__(game)

    def _labels(self, seats: int) -> Iterator[str]:
        """In the order of `observation`."""
        cards = BADAM_SATTI.canonical
        yield from [f"hand {card}" for card in cards]
        for seat in range(seats):
            yield from [f"seat +{seat} laid {card}" for card in cards]
            for what in ("cards / 18", "passes / 20", "points / 400", "is given a card", "turn"):
                yield f"seat +{seat} {what}"
        yield from ("round / 5", "passes in a row / seats")

    def observation(self, view: View) -> list[float]:
        assert isinstance(view, badam_satti.View)
        n = len(view.hand_sizes)
        seats = [(view.seat + i) % n for i in range(n)]
        deck = BADAM_SATTI.canonical
        numbers = [float(card in view.hand) for card in deck]
        for seat in seats:
            laid = {action for player, action in view.history if player == seat}
            numbers += [float(card in laid) for card in deck]
            passes = view.history.count((seat, "pass"))
            numbers += [view.hand_sizes[seat] / 18, min(1.0, passes / 20), min(1.0, view.scores[seat] / 400)]
            numbers += [float(view.giving_to == seat), float(view.to_act == seat)]
        return [*numbers, view.deal / 5, min(1.0, view.passes / n)]


def _cards(cards: Collection[str]) -> list[float]:
    return [float(card in cards) for card in SAAT_AATH.canonical]


def _clip(number: float) -> float:
    return max(-1.0, min(1.0, number))
