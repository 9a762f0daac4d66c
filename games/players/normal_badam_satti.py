"""`normal` at Badam Satti: open the rows that our own cards wait for, keep back what only the others wait for."""

from games.badam_satti import View
from games.badam_satti.tables import RANKS
from games.core import View as AnyView
from games.players.base import BuiltIn


class Normal(BuiltIn):
    def act(self, view: AnyView) -> str:
        assert isinstance(view, View)
        if view.giving_to is not None:
            return max(view.legal_actions, key=lambda action: _distance(action[-2:], view))
        held = set(view.hand)
        return max(view.legal_actions, key=lambda card: (_worth(card, held), card))


def _worth(card: str, held: set[str]) -> float:
    """The cards of ours that this one lets out in its suit, less those of others, the nearer the more."""
    worth = 0.0
    for step in (-1, 1):
        if (RANKS.index(card[0]) - 6) * step < 0:
            continue  # these lie already
        rank, near = RANKS.index(card[0]) + step, 1.0
        while 0 <= rank < 13:
            worth += near if RANKS[rank] + card[1] in held else -near / 2
            near *= 0.6
            rank += step
    return worth


def _distance(card: str, view: View) -> int:
    """How many cards must lie before this one fits."""
    rank = RANKS.index(card[0])
    row = view.rows["CDHS".index(card[1])]
    if row is None:
        return abs(rank - 6) + 1
    return max(RANKS.index(row[0][0]) - rank, rank - RANKS.index(row[1][0]))
