"""`easy` at Badam Satti: lay a card of the suit that it holds the most of."""

from games.badam_satti import View
from games.core import View as AnyView
from games.players.base import BuiltIn


class Easy(BuiltIn):
    def act(self, view: AnyView) -> str:
        assert isinstance(view, View)
        return max(view.legal_actions, key=lambda action: sum(card[-1] == action[-1] for card in view.hand))
