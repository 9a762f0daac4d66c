"""`random`: any legal action, each as likely."""

from games.core import View
from games.players.base import BuiltIn


class Random(BuiltIn):
    def act(self, view: View) -> str:
        return self.rng.choice(view.legal_actions)
