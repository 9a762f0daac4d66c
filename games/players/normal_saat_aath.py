"""`normal` at Saat-Aath: weighs what each card may win now against what it could win later.

The weights were found by playing many boards against `easy` and keeping what won more tricks.
"""

from dataclasses import dataclass

from games.cards import SUITS, single_bits
from games.core import View as AnyView
from games.players.base import BuiltIn
from games.saat_aath import View
from games.saat_aath.sample import shown_voids
from games.saat_aath.tables import DECK, RANKS, TOP_SEVENS, TRUMPS, Trumps

LEAD = 0.18  # leading the next trick
UNCOVERING = 0.31  # a closed card turned up, to be used from the next trick on
DRAWING_OUT = 1.35  # the worth of the card that the opponent has to spend
SPENT_FROM_HAND = 0.8  # that, where no open card of theirs shows what they will spend


class Normal(BuiltIn):
    def act(self, view: AnyView) -> str:
        assert isinstance(view, View)
        if view.draws_left:
            return self.draw(view)
        if view.trumps is None:
            return self.call(view)
        return self.play(view)

    def call(self, view: View) -> str:
        """The longest suit, for a trump more is worth the most; of equal ones the lower: aces win side tricks too."""
        return max(SUITS, key=lambda suit: _length(suit, view.hand))

    def draw(self, view: View) -> str:
        """An order and a place that nobody can foresee; to give back, the card that a call would miss least."""
        if not view.legal_actions[0].startswith("give"):
            return self.rng.choice(view.legal_actions)
        return min(view.legal_actions, key=lambda action: self._keep(action.split(" ")[1], view))

    def _keep(self, card: str, view: View) -> float:
        if self.game.options["sevens"] == "top" and card in TOP_SEVENS:
            return 10 + TOP_SEVENS.index(card)
        return RANKS.index(card[0]) + 2 * _length(card[1], view.hand)

    def play(self, view: View) -> str:
        table = Table.of(view)
        if view.trick:
            beats = table.rules.beats[DECK.bit[view.trick[0][1]]]
            return max(view.legal_actions, key=lambda card: table.follow_with(DECK.bit[card], beats))
        return max(view.legal_actions, key=lambda card: table.lead_with(DECK.bit[card]))


def _length(suit: str, hand: tuple[str, ...]) -> float:
    ranks = [RANKS.index(card[0]) for card in hand if card[1] == suit]
    return 0.84 * len(ranks) - 0.03 * sum(ranks)


@dataclass(frozen=True, slots=True)
class Table:
    """The cards as one seat sees them, in masks of the deck."""

    rules: Trumps
    trumps: int
    covers: int  # own open cards with a closed one below
    ours: int  # what we may use
    open: int  # the opponent's open cards
    theirs: int  # all that they may still come to play, for all we know
    known: int  # cards that we know in their hand
    possible: int  # others that may be in it
    chance: float  # of each of those

    @classmethod
    def of(cls, view: View) -> "Table":
        assert view.trumps is not None
        rules = TRUMPS[view.trumps, view.game.options["sevens"] == "top"]
        trumps = sum([bit for bit, suit in rules.suit.items() if suit == view.trumps])
        stacks, others = view.stacks[view.seat], view.stacks[1 - view.seat]
        plays = [(seat, action) for seat, action in view.history if action in DECK.bit]
        ours = DECK.mask(view.hand) | DECK.mask([stack.open for stack in stacks if stack.open])
        shown = DECK.mask([stack.open for stack in others if stack.open])
        unseen = DECK.all & ~(ours | shown | DECK.mask([card for _, card in plays]))
        known = DECK.mask(view.opponent_known)
        possible = unseen & ~(shown_voids(view, plays) | known)
        return cls(
            rules=rules,
            trumps=trumps,
            covers=DECK.mask([stack.open for stack in stacks if stack.open and stack.closed]),
            ours=ours,
            open=shown,
            theirs=shown | unseen,
            known=known,
            possible=possible,
            chance=min(1.0, (view.opponent_cards - known.bit_count()) / max(1, possible.bit_count())),
        )

    def follow_with(self, card: int, beats: int) -> float:
        won = 1 + LEAD if card & beats else 0.0
        return won - self._cost(card)

    def lead_with(self, card: int) -> float:
        suit, beats = self.rules.follow[card], self.rules.beats[card]
        spent = SPENT_FROM_HAND
        if self.open & suit:
            replies = self.open & suit & beats or self.open & suit
            spent = DRAWING_OUT * min(self._worth(reply, self.ours) for reply in single_bits(replies))
        return self._wins(suit, beats) * (1 + LEAD) + spent - self._cost(card)

    def _cost(self, card: int) -> float:
        return self._worth(card, self.theirs) - (UNCOVERING if card & self.covers else 0)

    def _worth(self, card: int, against: int) -> float:
        """What a card may win if it is kept, by how many of the other side's cards of its suit are lower."""
        same = against & self.rules.follow[card]
        lower = (same & ~self.rules.beats[card]).bit_count() / same.bit_count() if same else None
        if card & self.trumps:
            return 0.61 + 0.32 * (1 if lower is None else lower)
        if lower is None:
            return 0.0 if against & self.trumps else 0.6
        return 0.72 * lower - 0.03

    def _wins(self, suit: int, beats: int) -> float:
        """The chance that a lead of `suit` with just `beats` above it takes the trick."""
        higher = self._none(suit & beats)
        if self.open & suit:
            return 0.0 if self.open & suit & beats else higher
        cuts = beats & ~suit
        uncut = 0.0 if self.open & cuts else self._none(cuts)
        void = self._none(suit & ~beats)
        return higher * (1 - void + void * uncut)

    def _none(self, cards: int) -> float:
        """The chance that none of the cards is in the opponent's hand."""
        return 0.0 if cards & self.known else float((1 - self.chance) ** (cards & self.possible).bit_count())
