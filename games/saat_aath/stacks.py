"""What the stacks on the table look like as their cards are played: each has four looks, made once a deal."""

from typing import NamedTuple

from games.core import Deal
from games.saat_aath.view import Stack

Looks = tuple[int, dict[int, Stack]]  # a stack's two cards (bits), and its look by those of them that may be used


class Table(NamedTuple):
    stacks: tuple[list[Looks], ...]  # five for each seat
    led: dict[int, tuple[int, int, Stack, Stack]]  # by top card: its seat and place; its look while in the trick,
    # with the card under it closed and turned up


def lay(deal: Deal) -> Table:
    stacks: tuple[list[Looks], ...] = ([], [])
    led = {}
    seat = 1 - deal.dealer
    for top, under in zip(deal.pack[20:], deal.pack[10:20], strict=True):
        first, second = deal.names[top], deal.names[under]
        turned = Stack(second, False, (first,))
        led[top] = (seat, len(stacks[seat]), Stack(None, True, (first,)), turned)
        stacks[seat].append(
            (top | under, {top: Stack(first, True, ()), under: turned, 0: Stack(None, False, (first, second))})
        )
        seat = 1 - seat
    return Table(stacks, led)


def look(table: Table, cards: list[int], lead: int, turned_at_once: bool) -> tuple[tuple[Stack, ...], ...]:
    """The stacks of both seats, by the cards that each may use and the card led in the trick in progress."""
    first, second = table.stacks
    mine, theirs = cards
    rows = [looks[mine & both] for both, looks in first], [looks[theirs & both] for both, looks in second]
    if lead in table.led:
        seat, place, pending, turned = table.led[lead]
        rows[seat][place] = turned if turned_at_once else pending
    return tuple(rows[0]), tuple(rows[1])
