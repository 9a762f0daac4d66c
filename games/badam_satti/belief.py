"""What one seat may infer of the others' hands in Badam Satti: an exact count of all the pasts that fit its view.

A past is a deal and, with `take_a_card`, the cards that went over between other seats. Who passes holds no card that
fits, and a card that fits goes on fitting until it is laid. So only cards that fitted while somebody passed and cards
that this seat gave away differ from one another: they are *tracked*, in groups of which the same is known. All other
hidden cards may change places in any past and make another that fits.

A *layout* says how many cards of each group each seat holds. For every layout the belief keeps how many pasts each
single arrangement of the cards with that layout has. It is worked out forward through the history; drawing a past goes
back through it again, by way of the snapshots taken before each hidden gift.
"""

import random
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from math import factorial, prod
from typing import NamedTuple

from games.badam_satti.tables import DECK, OPENS, START
from games.badam_satti.view import View
from games.core import Actions

Layout = tuple[tuple[int, ...], ...]  # for each group, how many of its cards each seat holds


class Event(NamedTuple):
    """An action as this seat saw it: a pass (no taker, no card), a card laid (no taker), a gift (perhaps no card)."""

    seat: int
    taker: int | None
    card: int


class Belief:
    """The hidden cards as the seat of a view may know them. Its own hand is no part of it: it counts as empty."""

    def __init__(self, view: View) -> None:
        seats = len(view.hand_sizes)
        self.seat = view.seat
        self.events = _events(view.history)
        self.own_deal = self._own_deal(DECK.mask(view.hand))
        self._sizes = [
            len(range((seat - view.dealer - 1) % seats, len(DECK.canonical), seats)) for seat in range(seats)
        ]
        self._sizes[self.seat] = 0
        self._hidden = DECK.all ^ self.own_deal
        self._fits = START
        self._groups: list[int] = []  # masks
        self._pasts: dict[Layout, int] = {(): 1}
        self._snapshots: dict[int, tuple[list[int], dict[Layout, int]]] = {}  # groups and pasts before an event
        for index, event in enumerate(self.events):
            self._follow(index, event)
        if view.to_act not in (None, view.seat) and view.giving_to is None:
            self._can_lay(view.to_act)
        self._layouts = list(self._pasts)
        self._bounds = list(accumulate(map(self._weight, self._layouts)))

    def _own_deal(self, hand: int) -> int:
        """The cards this seat was dealt, from those it holds."""
        for event in reversed(self.events):
            if event.seat == self.seat:
                hand |= event.card
            elif event.taker == self.seat:
                hand ^= event.card
        return hand

    # Forward: how many pasts

    def _follow(self, index: int, event: Event) -> None:
        seat, taker, card = event
        if taker is not None and not card:
            self._snapshots[index] = (self._groups[:], self._pasts)
            self._hidden_gift(seat, taker)
        elif not card:
            if seat != self.seat:
                self._pass(seat)
        else:
            if seat != self.seat:
                self._reveal(card, seat)
            if taker is None:
                self._fits = self._fits ^ card | OPENS[card]
            elif taker != self.seat:
                self._track(card, taker)

    def _pass(self, seat: int) -> None:
        """The seat holds none of the cards that fit."""
        live = self._track_live(barred=seat)
        self._pasts = {layout: n for layout, n in self._pasts.items() if not any(layout[i][seat] for i in live)}

    def _can_lay(self, seat: int) -> None:
        """The seat holds a card that fits: it is to act, and did not pass."""
        live = self._track_live()
        self._pasts = {layout: n for layout, n in self._pasts.items() if any(layout[i][seat] for i in live)}

    def _track_live(self, barred: int | None = None) -> list[int]:
        """Track the hidden cards that fit and are not tracked yet (where `barred` does not hold them).

        Returns the indexes of all groups of cards that fit.
        """
        new = self._fits & self._hidden & ~sum(self._groups)
        if new:
            self._groups.append(new)
            pasts: dict[Layout, int] = {}
            for layout, count in self._pasts.items():
                room = self._untracked(layout)
                if barred is not None:
                    room[barred] = 0
                for split in _splits(new.bit_count(), room):
                    pasts[(*layout, split)] = count
            self._pasts = pasts
        return [i for i, group in enumerate(self._groups) if group & self._fits]

    def _reveal(self, card: int, seat: int) -> None:
        """A hidden card that turns out to have been with `seat` leaves the hidden ones."""
        self._sizes[seat] -= 1
        self._hidden ^= card
        index = next((i for i, group in enumerate(self._groups) if group & card), None)
        if index is not None:
            self._groups[index] ^= card
            left = self._groups[index]
            if not left:
                del self._groups[index]
            self._pasts = {
                _without(layout, index, seat, keep=bool(left)): count
                for layout, count in self._pasts.items()
                if layout[index][seat]
            }
        self._pasts = {layout: n for layout, n in self._pasts.items() if min(self._untracked(layout)) >= 0}

    def _track(self, card: int, seat: int) -> None:
        """A card of our own goes over to `seat`."""
        self._sizes[seat] += 1
        self._hidden |= card
        self._groups.append(card)
        place = tuple([int(other == seat) for other in range(len(self._sizes))])
        self._pasts = {(*layout, place): count for layout, count in self._pasts.items()}

    def _hidden_gift(self, giver: int, taker: int) -> None:
        """Any card of the giver's may have gone over: counted for each arrangement after it, from those before."""
        self._sizes[giver] -= 1
        self._sizes[taker] += 1
        pasts: dict[Layout, int] = {}
        for layout, count in self._pasts.items():
            room = self._untracked(layout)
            if room[giver] >= 0:
                pasts[layout] = pasts.get(layout, 0) + count * room[taker]
            for i, group in enumerate(layout):
                if group[giver]:
                    moved = _moved(layout, i, giver, taker)
                    pasts[moved] = pasts.get(moved, 0) + count * moved[i][taker]
        self._pasts = pasts

    def _untracked(self, layout: Layout) -> list[int]:
        """How many cards of no group each seat holds."""
        return [size - sum(held) for size, *held in zip(self._sizes, *layout, strict=True)]

    def _weight(self, layout: Layout) -> int:
        """The pasts of all arrangements that have the layout."""
        splits = (self._untracked(layout), *layout)
        return self._pasts[layout] * prod(factorial(sum(split)) // prod(map(factorial, split)) for split in splits)

    # Back: one of them

    def draw(self, rng: random.Random, shown: Iterable[int] | None = None) -> tuple[list[int], list[str]]:
        """One of the pasts, each as likely: the hands dealt (masks, by seat) and all the actions in full.

        `shown` are the hands of all seats now, where they are known.
        """
        hands = list(shown) if shown else self._arrange(rng)
        hands[self.seat] = 0
        actions: list[str] = []
        for index in range(len(self.events) - 1, -1, -1):
            seat, taker, card = self.events[index]
            if taker is None:
                actions.append(DECK.name[card] if card else "pass")
            else:
                card = card or self._given(index, seat, taker, hands, rng)
                hands[taker] &= ~card
                actions.append("give " + DECK.name[card])
            hands[seat] |= card
        hands[self.seat] = self.own_deal
        return hands, actions[::-1]

    def _arrange(self, rng: random.Random) -> list[int]:
        """Hands as they may be now."""
        layout = self._layouts[bisect_right(self._bounds, rng.randrange(self._bounds[-1]))]
        untracked = self._hidden & ~sum(self._groups)
        hands = [0] * len(self._sizes)
        for group, split in zip((untracked, *self._groups), (self._untracked(layout), *layout), strict=True):
            cards = [DECK.bit[name] for name in DECK.names(group)]
            rng.shuffle(cards)
            for seat, count in enumerate(split):
                hands[seat] |= sum(cards[:count])
                del cards[:count]
        return hands

    def _given(self, index: int, giver: int, taker: int, hands: list[int], rng: random.Random) -> int:
        """The card that went over in a hidden gift, drawn by the pasts that each would have."""
        groups, pasts = self._snapshots[index]
        layout = tuple([tuple([(hand & group).bit_count() for hand in hands]) for group in groups])
        choices = [hands[taker] & ~sum(groups), *(hands[taker] & group for group in groups)]
        weights = [choices[0].bit_count() * pasts.get(layout, 0)]
        for i, choice in enumerate(choices[1:]):
            before = _moved(layout, i, taker, giver) if choice else layout
            weights.append(choice.bit_count() * pasts.get(before, 0))
        bounds = list(accumulate(weights))
        chosen = choices[bisect_right(bounds, rng.randrange(bounds[-1]))]
        return DECK.bit[rng.choice(DECK.names(chosen))]


@lru_cache(maxsize=16)
def belief(view: View) -> Belief:
    """The belief of a view, kept for a while: a searching bot draws from the same one many times."""
    return Belief(view)


def _events(history: Actions) -> list[Event]:
    events = []
    passed = 0
    for seat, action in history:
        if action == "pass":
            passed = seat
            events.append(Event(seat, None, 0))
        elif action.startswith("give"):
            events.append(Event(seat, passed, DECK.bit.get(action[5:], 0)))
        else:
            events.append(Event(seat, None, DECK.bit[action]))
    return events


def _splits(count: int, room: list[int]) -> Iterator[tuple[int, ...]]:
    """All ways to spread `count` cards over the seats, no more than `room` for each."""
    if len(room) == 1:
        if count <= room[0]:
            yield (count,)
        return
    for first in range(min(count, room[0]) + 1):
        for rest in _splits(count - first, room[1:]):
            yield (first, *rest)


def _without(layout: Layout, index: int, seat: int, *, keep: bool) -> Layout:
    """The layout with a card of group `index` at `seat` gone, and with it the group unless it is to be kept."""
    group = layout[index]
    rest = ((*group[:seat], group[seat] - 1, *group[seat + 1 :]),) if keep else ()
    return (*layout[:index], *rest, *layout[index + 1 :])


def _moved(layout: Layout, index: int, giver: int, taker: int) -> Layout:
    """The layout with a card of group `index` gone over from `giver` to `taker`."""
    group = list(layout[index])
    group[giver] -= 1
    group[taker] += 1
    return (*layout[:index], tuple(group), *layout[index + 1 :])
