"""Drawing a full state that fits a view of Saat-Aath.

Hidden are the opponent's hand and the closed cards. A closed card may be any; the hand holds what the draws showed of
it, and no card of a suit that the opponent could not follow, for after the call a hand only gets smaller. So all hands
that fit are as likely, and so are all orders of the other cards on the closed places.
"""

import random

from games.saat_aath.state import State, deal_scores, target_of
from games.saat_aath.tables import DECK, TRUMPS
from games.saat_aath.view import View

_CARDS = frozenset(DECK.canonical)


def sample(view: View, rng: random.Random) -> State:
    """See games.core.View.sample."""
    opponent = 1 - view.seat
    tops = [[stack.played[0] if stack.played else stack.open for stack in stacks] for stacks in view.stacks]
    unders = [[[*stack.played, stack.open, None][1] for stack in stacks] for stacks in view.stacks]
    table = {card for cards in (*tops, *unders) for card in cards if card}
    plays = [(seat, action) for seat, action in view.history if action in _CARDS]
    hands = [[card for seat, card in plays if seat == player and card not in table] for player in (0, 1)]
    hands[view.seat] += view.hand
    hands[opponent] += view.opponent_known
    unknown = [card for card in DECK.canonical if card not in table.union(*hands)]
    voids = shown_voids(view, plays)
    possible = [card for card in unknown if not DECK.bit[card] & voids]
    hidden = rng.sample(possible, view.opponent_cards - len(view.opponent_known))
    hands[opponent] += hidden
    closed = [card for card in unknown if card not in hidden]
    rng.shuffle(closed)

    actions = _undo_draws(view, hands, rng)
    pack = [""] * 30
    for seat, hand in enumerate(hands):
        first = int(seat == view.dealer)
        rng.shuffle(hand)
        pack[first:10:2] = hand
        pack[first + 10 : 20 : 2] = [card or closed.pop() for card in unders[seat]] or [closed.pop() for _ in range(5)]
        pack[first + 20 : 30 : 2] = [card or "" for card in tops[seat]] or [closed.pop() for _ in range(5)]
    state = State(view.game, f"{rng.getrandbits(64):x}", 0)
    state.scores = _scores_before(view)
    draws = view.draws_left + sum(action.startswith("give") for action in actions)
    state.deal(view.deal, drawer=view.drawer, draws=draws, pack=[DECK.bit[card] for card in pack])
    for action in actions:
        state.apply(action)
    return state


def shown_voids(view: View, plays: list[tuple[int, str]]) -> int:
    """The cards of the suits that the opponent has shown not to have in hand."""
    voids = 0
    if view.trumps:
        follow = TRUMPS[view.trumps, view.game.options["sevens"] == "top"].follow
        for (_, led), (seat, card) in zip(plays[::2], plays[1::2], strict=False):
            if seat != view.seat and not DECK.bit[card] & follow[DECK.bit[led]]:
                voids |= follow[DECK.bit[led]]
    return voids


def _undo_draws(view: View, hands: list[list[str]], rng: random.Random) -> list[str]:
    """Turns `hands` back into those dealt. Returns the deal's actions, with arrangements where the view has none."""
    actions = [action for _, action in view.history]
    drawer = view.drawer
    if drawer is None:
        return actions
    drawn = list(view.drawn)
    position: int | None = None
    for index in range(len(actions) - 1, -1, -1):
        word, *words = actions[index].split(" ")
        if word == "give":
            _move(words[0], hands[1 - drawer], hands[drawer])
        elif word == "draw":
            position = int(words[0])
            _move(drawn[-1], hands[drawer], hands[1 - drawer])
        elif word == "arrange":
            if not words:
                offer = hands[1 - drawer][:]
                rng.shuffle(offer)
                if position is not None:
                    offer.remove(drawn[-1])
                    offer.insert(position, drawn[-1])
                actions[index] = " ".join(["arrange", *offer])
            if position is not None:
                drawn.pop()
    return actions


def _move(card: str, giver: list[str], taker: list[str]) -> None:
    giver.remove(card)
    taker.append(card)


def _scores_before(view: View) -> list[int]:
    """The scores before this deal: the view's, but at the end of a game they have its last deal in them."""
    if view.to_act is not None:
        return list(view.scores)
    added = deal_scores(view.game.options, view.tricks[0] - target_of(0, view.dealer))
    return [view.scores[0] - added[0], view.scores[1] - added[1]]
