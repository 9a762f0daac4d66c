"""Saat-Aath's actions that are no cards, and what to say of one that is refused."""

from functools import lru_cache
from itertools import permutations

from games.cards import SUITS
from games.core import IllegalAction, InvalidAction
from games.saat_aath.tables import DECK

CALLS = tuple(sorted(SUITS))
DRAWS = tuple(f"draw {position}" for position in range(5))


@lru_cache(maxsize=64)
def arrangements(hand: int) -> tuple[str, ...]:
    """All orders of a hand, sorted, as actions. Kept, for they are asked for again when one is chosen."""
    return tuple(["arrange " + " ".join(order) for order in permutations(DECK.names(hand))])


def refusal(action: object, seat: int | None, legal: tuple[str, ...]) -> ValueError:
    """The error for an action that is not legal here, or none at all."""
    if not _is_action(action):
        return InvalidAction(f"{action!r:.80} is no action of saat-aath: a card, a suit, arrange, draw or give")
    if seat is None:
        return IllegalAction(f"{action!r:.80} is illegal: the game is over")
    shown = ", ".join(legal) if len(legal) < 20 else f"{legal[0]}, {legal[1]}, ... ({len(legal)} in all)"
    return IllegalAction(f"{action!r:.80} is illegal for seat {seat}; legal: {shown}")


def _is_action(action: object) -> bool:
    if not isinstance(action, str):
        return False
    if action in DECK.bit or action in CALLS or action in DRAWS:
        return True
    word, *cards = action.split(" ")
    count = {"arrange": 5, "give": 1}.get(word)
    return count == len(cards) == len(set(cards)) and all(card in DECK.bit for card in cards)
