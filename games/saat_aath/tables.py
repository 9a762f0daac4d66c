"""Saat-Aath's cards, and who beats whom: one pair of tables for each choice of trumps."""

from typing import NamedTuple

from games.cards import SUITS, Deck

RANKS = "789TJQKA"
DECK = Deck(rank + suit for suit in SUITS for rank in RANKS if rank + suit not in ("7C", "7D"))
TOP_SEVENS = ("7S", "7H")  # the trumps above the ace with `sevens` top, ascending


class Trumps(NamedTuple):
    """For the bit of a card led: the cards of the suit in play, and the cards that win when played on it."""

    follow: dict[int, int]
    beats: dict[int, int]
    suit: dict[int, str]  # of every card's bit, the suit in play


def _trumps(trumps: str, top: bool) -> Trumps:
    special = TOP_SEVENS if top else ()
    suit = {card: trumps if card in special else card[1] for card in DECK.canonical}
    strength = {card: 10 + special.index(card) if card in special else RANKS.index(card[0]) for card in suit}
    follow, beats = {}, {}
    for led in suit:
        same = [card for card in suit if suit[card] == suit[led]]
        cuts = [card for card in suit if suit[card] == trumps != suit[led]]
        follow[DECK.bit[led]] = DECK.mask(same)
        beats[DECK.bit[led]] = DECK.mask([card for card in same if strength[card] > strength[led]] + cuts)
    return Trumps(follow, beats, {DECK.bit[card]: suit[card] for card in suit})


TRUMPS = {(trumps, top): _trumps(trumps, top) for trumps in SUITS for top in (True, False)}
