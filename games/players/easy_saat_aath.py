"""`easy` at Saat-Aath: long strong trumps, win a trick cheaply or throw away the worst card."""

from games.cards import SUITS
from games.core import View as AnyView
from games.players.base import BuiltIn
from games.saat_aath import View
from games.saat_aath.tables import DECK, RANKS, TOP_SEVENS, TRUMPS


class Easy(BuiltIn):
    def act(self, view: AnyView) -> str:
        assert isinstance(view, View)
        if view.draws_left:
            return self._draw(view)
        if view.trumps is None:
            return max(SUITS, key=lambda suit: sum(10 + RANKS.index(card[0]) for card in view.hand if card[1] == suit))
        cheap = sorted(view.legal_actions, key=lambda card: self._strength(card, view))
        if not view.trick:
            return self._lead(view, cheap)
        beats = TRUMPS[view.trumps, self.game.options["sevens"] == "top"].beats[DECK.bit[view.trick[0][1]]]
        return next((card for card in cheap if beats & DECK.bit[card]), cheap[0])

    def _lead(self, view: View, cheap: list[str]) -> str:
        """The cheapest card that no open card of the opponent beats, if it is a high one; else the worst."""
        assert view.trumps is not None
        beats = TRUMPS[view.trumps, self.game.options["sevens"] == "top"].beats
        theirs = DECK.mask(stack.open for stack in view.stacks[1 - view.seat] if stack.open)
        safe = [card for card in cheap if not beats[DECK.bit[card]] & theirs and card[0] in "7KA"]
        return safe[0] if safe else cheap[0]

    def _strength(self, card: str, view: View) -> int:
        if self.game.options["sevens"] == "top" and card in TOP_SEVENS:
            return 30 + TOP_SEVENS.index(card)
        return RANKS.index(card[0]) + (20 if card[1] == view.trumps else 0)

    def _draw(self, view: View) -> str:
        if view.legal_actions[0].startswith("give"):
            return min(view.legal_actions, key=lambda action: RANKS.index(action[-2]))
        return self.rng.choice(view.legal_actions)
