"""What the stacks on the table look like as their cards are played: each has four looks, made once a deal."""

from typing import NamedTuple

from games.core import Deal
from games.saat_aath.view import Stack


class Looks(NamedTuple):
    """A stack's two cards (bits), and how it looks: both there, the top one played, the other turned up, empty."""

    top: int
    under: int
    whole: Stack
    pending: Stack
    turned: Stack
    empty: Stack


Table = tuple[list[Looks], ...]  # five stacks for each seat


def lay(deal: Deal) -> Table:
    looks = []
    for top, under in zip(deal.pack[20:], deal.pack[10:20], strict=True):
        first, second = deal.names[top], deal.names[under]
        whole, pending = Stack(first, True, ()), Stack(None, True, (first,))
        turned, empty = Stack(second, False, (first,)), Stack(None, False, (first, second))
        looks.append(Looks(top, under, whole, pending, turned, empty))
    callers, dealers = looks[0::2], looks[1::2]
    return (dealers, callers) if deal.dealer == 0 else (callers, dealers)


def look(table: Table, usable: list[int], lead: int, turned_already: bool) -> tuple[tuple[Stack, ...], ...]:
    """The stacks of both seats, by the cards that each may use and the card led in the trick in progress.

    `turned_already`: whether the card under the one led has been turned up.
    """
    return tuple(
        [
            tuple(
                [
                    whole
                    if cards & top
                    else turned
                    if cards & under or (turned_already and top == lead)
                    else pending
                    if top == lead
                    else empty
                    for top, under, whole, pending, turned, empty in stacks
                ]
            )
            for cards, stacks in zip(usable, table, strict=True)
        ]
    )
