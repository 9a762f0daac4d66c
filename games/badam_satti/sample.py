"""Drawing a full state that fits a view of Badam Satti."""

import random

from games.badam_satti.belief import belief
from games.badam_satti.state import State
from games.badam_satti.tables import DECK, POINTS
from games.badam_satti.view import View


def sample(view: View, rng: random.Random) -> State:
    """See games.core.View.sample. Each past (a deal, and the cards that went over unseen) is as likely as any other."""
    shown = [DECK.mask(hand) for hand in view.shown]
    hands, actions = belief(view).draw(rng, shown)
    seats = len(hands)
    pack = [0] * 52
    for seat, hand in enumerate(hands):
        cards = [DECK.bit[name] for name in DECK.names(hand)]
        rng.shuffle(cards)
        pack[(seat - view.dealer - 1) % seats :: seats] = cards
    state = State(view.game, f"{rng.getrandbits(64):x}", 0)
    state.scores = _scores_before(view)
    state.deal(view.deal, pack=pack)
    for action in actions:
        if action != "pass":
            state.apply(action)
    return state


def _scores_before(view: View) -> list[int]:
    """The points before this round: the view's, but at the end of a game they have its last round in them."""
    points = POINTS[str(view.game.options["pictures"])]
    last = [sum(points[card] for card in hand) for hand in view.shown] or [0] * len(view.scores)
    return [total - added for total, added in zip(view.scores, last, strict=True)]
