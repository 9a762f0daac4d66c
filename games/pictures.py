"""What lies where on a table, followed from a deal's pack and actions, and what was done in words: for viewers.

A picture judges nothing: the engine says what may be played and who acts next.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any, Protocol

SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUITS = "HSDC"  # side by side, in alternating colours
ONLOOKER = -1  # the view of somebody who sits nowhere: what all seats know, and nothing that some of them do


def pretty(card: str) -> str:
    """`TS` as people write it: `10♠`; a suit alone is its sign."""
    return card[:-1].replace("T", "10") + SIGNS[card[-1]]


@dataclass(frozen=True)
class Step:
    """One action. `words` has {name} for who did it, {card}, and {other} for the seat `other`; `hidden_words` is what
    the seats outside `seen_by` learn of it, `hidden_action` how they see the action: None means its first word."""

    kind: str
    words: str
    card: str | None = None
    other: int | None = None
    seen_by: Set[int] | None = None  # None: everybody
    hidden_words: str = ""
    hidden_action: str | None = None


class Picture(Protocol):
    """One deal's table."""

    opening: str  # words with {dealer}, and {other} for the seat to its right

    def apply(self, seat: int, action: str, then: int | None) -> Step:
        """Follow one action; `then` is the seat that acts next in this deal, None where the deal is over."""

    def closing(self, names: Sequence[str]) -> str:
        """The complete deal's result, in a sentence."""

    def describe(self, view: int | None) -> dict[str, Any]:
        """Everything on the table; with `view`, a card that this seat (or ONLOOKER) cannot know is None."""


@dataclass
class Hands:
    """The cards in hand, and which of them each seat knows: its own, and those it gave or saw; last, what
    ONLOOKER knows."""

    ranks: str  # from left to right
    cards: list[list[str]]
    known: list[set[str]] = field(init=False)
    face_down: int | None = None  # the seat whose hand is laid out for a draw: nobody else knows its order

    def __post_init__(self) -> None:
        self.known = [*map(set, self.cards), set()]
        for seat in range(len(self.cards)):
            self.sort(seat)

    def sort(self, seat: int) -> None:
        self.cards[seat].sort(key=lambda card: (SUITS.index(card[1]), self.ranks.index(card[0])))

    def move(self, card: str, giver: int, taker: int) -> None:
        """The two see the card. The others do not, so what they knew of the giver's hand is no longer sure."""
        for seat, known in enumerate(self.known):
            if seat not in (giver, taker):
                known.difference_update(self.cards[giver])
        self.cards[giver].remove(card)
        self.cards[taker].append(card)
        self.known[giver].add(card)
        self.known[taker].add(card)

    def describe(self, view: int | None) -> list[list[str | None]]:
        """Hidden cards stand last: where they would stand in order tells something about them."""
        if view is None:
            return [list(hand) for hand in self.cards]
        known = self.known[view] if view >= 0 else set.intersection(*self.known)
        shown: list[list[str | None]] = []
        for seat, hand in enumerate(self.cards):
            down = self.face_down == seat != view
            visible = [] if down else [card for card in hand if card in known]
            shown.append([*visible, *[None] * (len(hand) - len(visible))])
        return shown


class SaatAath:
    """Two hands, ten stacks, and the trick in progress."""

    opening = "{dealer} deals and needs 7 tricks; {other} calls trumps and needs 8"

    def __init__(self, deal: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> None:
        pack = deal["pack"].split()
        self.deal = deal
        self.caller = 1 - deal["dealer"]
        self.targets = [8 if seat == self.caller else 7 for seat in range(2)]
        self.at_once = options["reveal"] == "at_once"
        first = [0 if seat == self.caller else 1 for seat in range(2)]  # the caller is dealt every card first
        self.hands = Hands("AKQJT987", [pack[start:10:2] for start in first])
        self.dealt = [[[pack[10 + start + 2 * i], pack[20 + start + 2 * i]] for i in range(5)] for start in first]
        self.stacks: list[list[list[str]]] = [[], []]  # laid when trumps are called, each from the bottom up
        self.down: set[str] = set()  # table cards not turned up yet
        self.trumps: str | None = None
        self.trick: list[tuple[int, str]] = []
        self.tricks = [0, 0]
        self.winner: int | None = None

    def apply(self, seat: int, action: str, then: int | None) -> Step:
        word, *rest = action.split()
        if word == "arrange":
            self.hands.cards[seat] = rest
            self.hands.face_down = seat
            order = " ".join(map(pretty, rest))
            words = "{name} lays the hand face down"
            return Step("arrange", f"{words}: {order}", seen_by={seat}, hidden_words=words)
        if word == "draw":
            self.hands.face_down = None
            card = self.hands.cards[1 - seat][int(rest[0])]
            self.hands.move(card, 1 - seat, seat)
            self.hands.sort(1 - seat)
            words = f"{{name}} draws card {int(rest[0]) + 1}"
            return Step("draw", f"{words}: {{card}}", card, None, {0, 1}, words, action)
        if word == "give":
            self.hands.move(rest[0], seat, 1 - seat)
            self.hands.sort(0)
            self.hands.sort(1)
            return Step("give", "{name} gives {card} back", rest[0], None, {0, 1}, "{name} gives a card back")
        if self.trumps is None:
            self.trumps = action
            self.stacks = self.dealt
            self.down = {under for stacks in self.stacks for under, _ in stacks}
            return Step("call", f"{{name}} calls {pretty(action)} as trumps")
        return self._play(seat, action, then)

    def _play(self, seat: int, card: str, then: int | None) -> Step:
        if len(self.trick) == 2:
            self.trick, self.winner = [], None
        self.trick.append((seat, card))
        pile = next(pile for pile in (self.hands.cards[seat], *self.stacks[seat]) if card in pile)
        pile.remove(card)
        leads = len(self.trick) == 1
        if self.at_once or not leads:
            self.down = {stack[0] for stacks in self.stacks for stack in stacks if len(stack) == 2}
        if leads:
            return Step("lead", "{name} leads {card}", card)
        if then is None:  # the last trick: whose count of the deal's result is one above the count so far
            then = next(s for s in range(2) if self.deal["tricks"][s] > self.tricks[s])
        self.winner = then
        self.tricks[then] += 1
        outcome = "and wins the trick" if then == seat else "and {other} wins the trick"
        return Step("follow", f"{{name}} plays {{card}} {outcome}", card, then)

    def closing(self, names: Sequence[str]) -> str:
        margins = [self.tricks[seat] - self.targets[seat] for seat in range(2)]
        if margins[0] == 0:
            return f"Both have just what they needed: {self.tricks[0]} and {self.tricks[1]} tricks, a tie"
        best = margins.index(max(margins))
        return f"{names[best]} wins the deal with {self.tricks[best]} tricks, {margins[best]} more than needed"

    def describe(self, view: int | None) -> dict[str, Any]:
        return {
            "caller": self.caller,
            "targets": self.targets,
            "trumps": self.trumps,
            "hands": self.hands.describe(view),
            "stacks": [[self._stack(stack, view) for stack in stacks] for stacks in self.stacks],
            "trick": [list(played) for played in self.trick],
            "tricks": list(self.tricks),
            "winner": self.winner,
        }

    def _stack(self, stack: Sequence[str], view: int | None) -> dict[str, Any]:
        cards = [card if view is None or card not in self.down else None for card in stack]
        return {"cards": cards, "up": bool(stack) and stack[-1] not in self.down}


class BadamSatti:
    """A row per suit and a hand per seat."""

    opening = "{dealer} deals; who holds 7♥ lays it"
    RANKS = "A23456789TJQK"

    def __init__(self, deal: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> None:
        pack = deal["pack"].split()
        self.deal = deal
        self.hands = Hands(self.RANKS, [pack[(seat - deal["dealer"] - 1) % seats :: seats] for seat in range(seats)])
        self.rows: dict[str, list[str]] = {suit: [] for suit in SUITS}
        self.passed: set[int] = set()

    def apply(self, seat: int, action: str, then: int | None) -> Step:
        if action == "pass":
            self.passed.add(seat)
            return Step("pass", "{name} has nothing that fits and passes")
        word, _, gift = action.partition(" ")
        if gift:
            taker = (seat + 1) % len(self.hands.cards)
            self.hands.move(gift, seat, taker)
            self.hands.sort(taker)
            hidden_words = "{name} hands a card to {other}"
            return Step("give", "{name} hands {card} to {other}", gift, taker, {seat, taker}, hidden_words)
        self.passed.discard(seat)
        self.hands.cards[seat].remove(word)
        self.rows[word[1]].append(word)
        self.rows[word[1]].sort(key=lambda card: self.RANKS.index(card[0]))
        out = not self.hands.cards[seat]
        if out:  # all hands are shown
            for known in self.hands.known:
                known.update(*self.hands.cards)
        return Step("lay", "{name} lays {card}" + (", the last card" if out else ""), word)

    def closing(self, names: Sequence[str]) -> str:
        scores = self.deal["scores"]
        left = [f"{names[seat]} is left with {points}" for seat, points in enumerate(scores) if self.hands.cards[seat]]
        out = next(seat for seat, hand in enumerate(self.hands.cards) if not hand)
        return f"{names[out]} is out; " + ", ".join(left)

    def describe(self, view: int | None) -> dict[str, Any]:
        return {
            "hands": self.hands.describe(view),
            "rows": {suit: list(row) for suit, row in self.rows.items()},
            "passed": sorted(self.passed),
        }


class Blank:
    """The table of a game that has no picture here: its actions as they are written."""

    opening = "{dealer} deals"

    def __init__(self, deal: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> None:
        self.deal = deal

    def apply(self, seat: int, action: str, then: int | None) -> Step:
        action = action.replace("{", "{{").replace("}", "}}")  # words are a template
        first = action.split(" ")[0]
        return Step("act", f"{{name}}: {action}", seen_by={seat}, hidden_words=f"{{name}}: {first}")

    def closing(self, names: Sequence[str]) -> str:
        return "The deal is over: " + ", ".join(f"{n} {s}" for n, s in zip(names, self.deal["scores"], strict=True))

    def describe(self, view: int | None) -> dict[str, Any]:
        return {"hands": []}  # not even whose they are


Maker = Callable[[Mapping[str, Any], Mapping[str, Any], int], Picture]
PICTURES: Mapping[str, Maker] = {"saat-aath": SaatAath, "badam-satti": BadamSatti}


def picture(game: str, deal: Mapping[str, Any], options: Mapping[str, Any], seats: int) -> Picture:
    """The table of one deal (in replay form) before its first action."""
    return PICTURES.get(game, Blank)(deal, options, seats)


def listed(parts: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last
