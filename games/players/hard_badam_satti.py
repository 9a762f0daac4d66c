"""`hard` at Badam Satti: deals out what it cannot see, many times over, and plays each round out by a simple rule.

The rule: lay the card that lets out our own farthest one, less what it lets out of others' cards, which weighs the more
the fewer cards somebody has left. Its weights were fitted to what longer searches found.
"""

import math

from games.badam_satti import State, View
from games.badam_satti.tables import DECK, OPENS, POINTS, RANKS
from games.cards import SUITS
from games.core import View as AnyView
from games.players.base import BuiltIn

SAMPLES = 150
SPREAD = 15.0  # points by which totals move, up or down, in one more round
OTHERS = 9.0  # weight of others' cards next to ours
FADING = 0.4  # of the weight, with each step further from the row

# Of a card's bit: the cards that may come to lie because it does, in the one or two directions from the seven
BEYOND = {
    DECK.bit[RANKS[rank] + suit]: tuple(
        [DECK.bit[RANKS[step] + suit] for step in steps]
        for steps in (range(rank - 1, -1, -1) if rank <= 6 else (), range(rank + 1, 13) if rank >= 6 else ())
    )
    for suit in SUITS
    for rank in range(13)
}
# From the farthest cards to the sevens: what is handed to who passed
FARTHEST = [DECK.mask([rank + suit for rank in row for suit in SUITS]) for row in ("K", "AQ", "2J", "3T", "49", "58")]


class _Worth(dict[int, float]):
    """Of laying a card, by those of our cards that lie beyond it, while the fewest cards anybody holds are `least`."""

    def __init__(self, card: int, least: int) -> None:
        self.card = card
        self.others = OTHERS / least**2

    def __missing__(self, held: int) -> float:
        worth = 0.0
        for cards in BEYOND[self.card]:
            steps = [step for step, card in enumerate(cards, 1) if card & held]
            worth += steps[-1] if steps else 0
            worth -= sum([self.others * FADING ** (step - 1) for step, card in enumerate(cards, 1) if not card & held])
        self[held] = worth
        return worth


# By `least`, then by card: the cards beyond it, and what it is worth
_RULES = [
    {card: (sum(map(sum, beyond)), _Worth(card, least)) for card, beyond in BEYOND.items()}
    for least in (1, *range(1, 19))
]


class Hard(BuiltIn):
    def act(self, view: AnyView) -> str:
        assert isinstance(view, View)
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        worth = dict.fromkeys(view.legal_actions, 0.0)
        for _ in range(SAMPLES):
            state = view.sample(self.rng)
            assert isinstance(state, State)
            for action in worth:
                worth[action] += self._outlook(view, _round_played_out(state, view.seat, action))
        return max(worth, key=lambda action: worth[action])

    def _outlook(self, view: View, hands: list[int]) -> float:
        """The chance to be placed before another, summed over the others, where the round ends with these hands."""
        seat = view.seat
        if self.game.options["rounds"] == 1:
            return float(not hands[seat])
        points = _POINTS[str(self.game.options["pictures"])]
        totals = [
            score + sum([value * (hand & cards).bit_count() for value, cards in points])
            for score, hand in zip(view.scores, hands, strict=True)
        ]
        rounds: int = self.game.options["rounds"]  # type: ignore[assignment]  # a number
        spread = SPREAD * math.sqrt(rounds - view.deal - 0.75)
        mine = totals.pop(seat)
        return sum([1 / (1 + math.exp((mine - total) / spread)) for total in totals])


_POINTS = {
    pictures: [
        (value, DECK.mask([card for card in DECK.canonical if points[card] == value]))
        for value in sorted(set(points.values()))
    ]
    for pictures, points in POINTS.items()
}


def _round_played_out(state: State, seat: int, action: str) -> list[int]:
    """The hands at the end of the round if `seat` now takes `action` and then everybody plays by the rule."""
    hands = state._hands[:]
    gifts = len(hands) if state.game.options["take_a_card"] else 0  # passes in a row that bring a card
    card = DECK.bit[action[-2:]]
    hands[seat] ^= card
    if state.giving_to is not None:
        hands[state.giving_to] ^= card
        _play_out(hands, state._fits, state.giving_to + 1, state.passes, gifts)
    elif hands[seat]:
        _play_out(hands, state._fits ^ card | OPENS[card], seat + 1, 0, gifts)
    return hands


def _play_out(hands: list[int], fits: int, seat: int, passes: int, gifts: int) -> None:
    """Play by the rule, in place, from the turn of `seat` on until a hand is empty."""
    seats = len(hands)
    least = min([hand.bit_count() for hand in hands])
    rules = _RULES[least]
    while True:
        if seat == seats:
            seat = 0
        hand = hands[seat]
        legal = hand & fits
        if legal:
            passes = 0
            card = legal & -legal
            legal ^= card
            if legal:
                beyond, worth = rules[card]
                best = worth[hand & beyond]
                while legal:
                    other = legal & -legal
                    legal ^= other
                    beyond, worth = rules[other]
                    value = worth[hand & beyond]
                    if value > best:
                        best, card = value, other
            hand ^= card
            hands[seat] = hand
            if hand.bit_count() < least:
                least -= 1
                if not least:
                    return
                rules = _RULES[least]
            fits = fits ^ card | OPENS[card]
        elif gifts:
            passes += 1
            if passes <= gifts and hands[seat - 1].bit_count() > 1:
                _give(hands, seat - 1, seat)
                least = min([hand.bit_count() for hand in hands])
                rules = _RULES[least]
        seat += 1


def _give(hands: list[int], giver: int, taker: int) -> None:
    hand = hands[giver]
    cards = next((hand & cards for cards in FARTHEST if hand & cards), hand)
    card = cards & -cards
    hands[giver] ^= card
    hands[taker] ^= card
