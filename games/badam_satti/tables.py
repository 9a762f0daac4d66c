"""Badam Satti's cards: what each is worth, and which cards fit once it lies."""

from itertools import product

from games.cards import SUITS, Deck

RANKS = "A23456789TJQK"
DECK = Deck(rank + suit for suit in SUITS for rank in RANKS)
START = DECK.bit["7H"]  # the only card that fits an empty table
SUIT_MASKS = tuple(DECK.mask(rank + suit for rank in RANKS) for suit in SUITS)


def _opened(card: str) -> int:
    """The cards that fit because `card` was laid. 7H opens the other sevens, so that the opening is no special case."""
    rank, suit = RANKS.index(card[0]), card[1]
    opened = [RANKS[rank - 1] + suit] if 0 < rank <= 6 else []
    opened += [RANKS[rank + 1] + suit] if 6 <= rank < 12 else []
    return DECK.mask(opened + (["7C", "7D", "7S"] if card == "7H" else []))


OPENS = {DECK.bit[card]: _opened(card) for card in DECK.canonical}

POINTS = {
    pictures: {card: min(RANKS.index(card[0]) + 1, most) for card in DECK.canonical}
    for pictures, most in (("face", 13), ("ten", 10))
}

# The ends of a suit's row by the mask of its cards that lie
ROWS: tuple[dict[int, tuple[str, str] | None], ...] = tuple(
    {0: None}
    | {
        DECK.mask(rank + suit for rank in RANKS[low : high + 1]): (RANKS[low] + suit, RANKS[high] + suit)
        for low, high in product(range(7), range(6, 13))
    }
    for suit in SUITS
)
