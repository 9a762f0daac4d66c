"""The search behind `games.solver`: alpha-beta with null windows over the play of Saat-Aath with all cards known.

A position at the start of a trick is the set of cards not yet played and who leads: which of them are closed follows
from it. The search asks only "does the leader take at least `need` of the tricks left?", keeps what it proved of each
position, and tries one only of several cards that no card of the opponent's stands between.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from games.cards import SUITS
from games.saat_aath.tables import DECK, RANKS, TOP_SEVENS

# (cards not yet played, those that may be used, need, tricks left) -> whether the leader takes `need` or more
Take = Callable[[int, int, int, int], bool]
# The same, with the card that the leader leads after the usable cards
Hold = Callable[[int, int, int, int, int], bool]


class Layout(NamedTuple):
    """Cards as bits in the order of strength, suit by suit with a free bit (a fence) above each, trumps last."""

    bit: dict[int, int]  # by the deck's bit
    name: dict[int, str]
    follow: dict[int, int]  # of a card led: its suit
    beats: dict[int, int]  # of a card led: the cards that win when played on it
    trumps: int
    fences: int

    def mask(self, cards: int) -> int:
        """The cards of a deck's mask as a mask of this layout."""
        return sum([new for old, new in self.bit.items() if cards & old])


def _layout(trumps: str, top: bool) -> Layout:
    special = TOP_SEVENS if top else ()
    bit: dict[int, int] = {}
    follow: dict[int, int] = {}
    beats: dict[int, int] = {}
    fences = suit_mask = place = 0
    for suit in sorted(SUITS, key=lambda suit: suit == trumps):
        names = [rank + suit for rank in RANKS if rank + suit in DECK.bit and rank + suit not in special]
        names += special if suit == trumps else ()
        suit_mask = (1 << len(names)) - 1 << place
        for name in names:
            card = bit[DECK.bit[name]] = 1 << place
            follow[card] = suit_mask
            beats[card] = suit_mask & -card ^ card
            place += 1
        fences |= 1 << place
        place += 1
    for card in beats:
        if not card & suit_mask:  # by now that of trumps
            beats[card] |= suit_mask
    return Layout(bit, {new: DECK.name[old] for old, new in bit.items()}, follow, beats, suit_mask, fences)


LAYOUTS = {(trumps, top): _layout(trumps, top) for trumps in SUITS for top in (True, False)}


class Side(NamedTuple):
    """What can be asked while one of the two leads."""

    take: Take
    hold: Hold
    link: Callable[[Take], None]  # to be called once with the other side's `take`
    proven: dict[int, int]  # what is known of each position


def search(owned: tuple[int, int], under: Mapping[int, int], layout: Layout) -> tuple[Side, Side]:
    """By leader. `owned` is every unplayed card by its player, `under` the card below each cover."""
    sides = _side(owned[0], owned[1], under, layout), _side(owned[1], owned[0], under, layout)
    sides[0].link(sides[1].take)
    sides[1].link(sides[0].take)
    return sides


def _side(leaders: int, others: int, under: Mapping[int, int], layout: Layout) -> Side:
    _, _, follow, beats, trumps, fences = layout
    covers = sum(under)
    proven: dict[int, int] = {}  # position -> tricks surely taken, and 16 times those that surely are the most
    surely: dict[int, tuple[int, int]] = {}  # trumps not yet played -> tricks that the leader's, the other's must win
    other: Take

    def take(rest: int, usable: int, need: int, left: int) -> bool:
        rest_trumps = rest & trumps
        sure = surely.get(rest_trumps)
        if sure is None:
            sure = surely[rest_trumps] = _unbeaten(rest_trumps, leaders), _unbeaten(rest_trumps, others)
        if sure[0] >= need:
            return True
        if left - sure[1] < need:
            return False
        bounds = proven.get(rest, 240)
        if bounds & 15 >= need:
            return True
        if bounds >> 4 < need:
            return False
        replies = usable & others
        between = rest & others | fences
        winners, losers = [], []
        cards = usable & leaders
        while cards:
            card = cards & -cards
            if card & covers:
                cards ^= card
            else:  # skip its equals: up to the next card of the other's, but for covers
                stop = between & -card
                cards &= -(stop & -stop) | covers
                cards &= -card - card
            if (replies & follow[card] or replies) & beats[card]:
                losers.append(card)
            else:
                winners.append(card)
        for card in winners + losers:
            if hold(rest, usable, card, need, left):
                proven[rest] = bounds & 240 | need
                return True
        proven[rest] = bounds & 15 | need - 1 << 4
        return False

    def hold(rest: int, usable: int, card: int, need: int, left: int) -> bool:
        replies = usable & others
        replies = replies & follow[card] or replies
        winning = replies & beats[card]
        losing = replies ^ winning
        between = rest & leaders | fences
        rest ^= card
        usable ^= card
        if card & covers:
            usable |= under[card]
        left -= 1
        need_other = left - need + 1
        while winning:
            reply = winning & -winning
            if reply & covers:
                winning ^= reply
                if other(rest ^ reply, usable ^ reply | under[reply], need_other, left):
                    return False
            else:
                stop = between & -reply
                winning &= -(stop & -stop) | covers
                winning &= -reply - reply
                if other(rest ^ reply, usable ^ reply, need_other, left):
                    return False
        need -= 1
        while losing:
            reply = losing & -losing
            if reply & covers:
                losing ^= reply
                if not take(rest ^ reply, usable ^ reply | under[reply], need, left):
                    return False
            else:
                stop = between & -reply
                losing &= -(stop & -stop) | covers
                losing &= -reply - reply
                if not take(rest ^ reply, usable ^ reply, need, left):
                    return False
        return True

    def link(take: Take) -> None:
        nonlocal other
        other = take

    return Side(take, hold, link, proven)


def _unbeaten(trumps: int, mine: int) -> int:
    """Tricks that `mine` of the trumps must win: each is played once, and a higher trump of the other's beats one."""
    count = 0
    while trumps:
        card = trumps & -trumps
        trumps ^= card
        if card & mine:
            count += 1
        elif count:
            count -= 1
    return count
