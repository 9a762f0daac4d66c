"""The count of pasts against brute force: small packs, all deals and all gifts tried by a plain program of its own."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

import games
from games.badam_satti import View, belief
from games.cards import Deck

RANKS = "A23456789TJQK"
PACKS = ["5H 6H 7H 8H 9H TH 6C 7C 8C", "6H 7H 8H 6C 7C 8C 7S 8S 9S TS", "6H 7H 8H 7C 7D 7S 8S 9S 5S 6S JS TH"]
Hands = list[set[str]]
Past = tuple[tuple[frozenset[str], ...], tuple[str, ...]]  # the hands dealt; all actions in full


def opened(card: str, pack: list[str]) -> set[str]:
    rank = RANKS.index(card[0])
    steps = [step for step in (-1, 1) if (rank - 6) * step >= 0]
    cards = {RANKS[rank + step] + card[1] for step in steps if 0 <= rank + step < 13}
    return (cards | ({"7C", "7D", "7S"} if card == "7H" else set())) & set(pack)


class Table:
    """Badam Satti with `take_a_card`, as plainly as can be."""

    def __init__(self, hands: Hands, pack: list[str]) -> None:
        self.hands = hands
        self.pack = pack
        self.fits = {"7H"}
        self.history: list[tuple[int, str]] = []
        self.passes = 0
        self.giving_to: int | None = None
        self.turn = next((seat for seat, hand in enumerate(hands) if "7H" in hand), 0)

    def forced(self) -> str | None:
        if self.giving_to is None and not self.hands[self.turn] & self.fits:
            return "pass"
        return None

    def giver(self) -> int:
        return (self.turn - 1) % len(self.hands)

    def play(self, action: str) -> None:
        seat = self.turn if self.giving_to is None else self.giver()
        self.history.append((seat, action))
        if action == "pass":
            self.passes += 1
            if self.passes <= len(self.hands) and len(self.hands[self.giver()]) > 1:
                self.giving_to = seat
                return
        elif action.startswith("give"):
            self.hands[seat].remove(action[5:])
            self.hands[self.turn].add(action[5:])
            self.giving_to = None
        else:
            self.passes = 0
            self.hands[seat].remove(action)
            self.fits = self.fits - {action} | opened(action, self.pack)
        self.turn = (self.turn + 1) % len(self.hands)

    def choices(self) -> list[str]:
        if self.giving_to is not None:
            return sorted("give " + card for card in self.hands[self.giver()])
        return sorted(self.hands[self.turn] & self.fits)


def deal(pack: list[str], seats: int, rng: random.Random) -> Hands:
    cards = rng.sample(pack, len(pack))
    return [set(cards[seat::seats]) for seat in range(seats)]


def play(pack: list[str], seats: int, rng: random.Random, actions: int) -> tuple[Table, Hands]:
    """A game after some actions, with somebody to choose; and the hands dealt."""
    hands = deal(pack, seats, rng)
    table = Table([set(hand) for hand in hands], pack)
    while all(table.hands):
        forced = table.forced()
        if not forced and actions <= 0:
            break
        table.play(forced or rng.choice(table.choices()))
        actions -= 1
    return table, hands


def seen(table: Table, seat: int) -> View:
    passed = 0
    history = []
    for actor, action in table.history:
        passed = actor if action == "pass" else passed
        shown = action if not action.startswith("give") or seat in (actor, passed) else "give"
        history.append((actor, shown))
    empty: Any = ()
    giving = table.giving_to is not None
    return View(
        game=games.load("badam-satti", players=len(table.hands), take_a_card=True),
        seat=seat,
        to_act=table.giver() if giving else table.turn,
        legal_actions=empty,
        deal=0,
        dealer=len(table.hands) - 1,
        hand=tuple(sorted(table.hands[seat])),
        hand_sizes=tuple(len(hand) for hand in table.hands),
        rows=empty,
        scores=empty,
        giving_to=table.giving_to,
        passes=table.passes,
        shown=empty,
        history=tuple(history),
    )


def pasts(view: View, own: set[str], pack: list[str]) -> Iterator[Past]:
    """Every deal and every choice of gifts that the view allows, by trying all."""
    seats = len(view.hand_sizes)
    hidden = sorted(set(pack) - own)
    sizes = [len(pack[seat::seats]) for seat in range(seats)]
    others = [seat for seat in range(seats) if seat != view.seat]
    for hands in splits(hidden, [sizes[seat] for seat in others]):
        dealt: Hands = [set() for _ in range(seats)]
        dealt[view.seat] = set(own)
        for seat, hand in zip(others, hands, strict=True):
            dealt[seat] = set(hand)
        for actions in replays(Table([set(hand) for hand in dealt], pack), view, []):
            yield tuple(frozenset(hand) for hand in dealt), tuple(actions)


def splits(cards: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for hand in combinations(cards, sizes[0]):
        for rest in splits([card for card in cards if card not in hand], sizes[1:]):
            yield [hand, *rest]


def replays(table: Table, view: View, done: list[str]) -> Iterator[list[str]]:
    index = len(done)
    if index == len(view.history):
        if table.forced() is None:
            yield done
        return
    seat, shown = view.history[index]
    if seat != (table.turn if table.giving_to is None else table.giver()):
        return
    forced = table.forced()
    for action in [forced] if forced else table.choices():
        if action == shown or (shown == "give" and action.startswith("give")):
            twin = Table([set(hand) for hand in table.hands], table.pack)
            twin.fits, twin.passes, twin.giving_to, twin.turn = table.fits, table.passes, table.giving_to, table.turn
            twin.play(action)
            yield from replays(twin, view, [*done, action])


@pytest.mark.parametrize("case", range(60))
def test_every_past_is_as_likely_and_no_other_is_drawn(case: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(case)
    pack = PACKS[case % len(PACKS)].split()
    seats = 4 if len(pack) == 12 else 3
    deck = Deck(pack)
    monkeypatch.setattr(belief, "DECK", deck)
    monkeypatch.setattr(belief, "START", deck.bit["7H"])
    monkeypatch.setattr(belief, "OPENS", {deck.bit[card]: deck.mask(opened(card, pack)) for card in pack})
    table, hands = play(pack, seats, rng, rng.randrange(3, 14))
    while not all(table.hands):  # somebody is out
        table, hands = play(pack, seats, rng, rng.randrange(3, 14))
    for seat in range(seats):
        view = seen(table, seat)
        all_pasts = set(pasts(view, hands[seat], pack))
        assert (tuple(frozenset(hand) for hand in hands), tuple(action for _, action in table.history)) in all_pasts
        check_draws(belief.Belief(view), all_pasts, deck, rng)


def check_draws(found: belief.Belief, all_pasts: set[Past], deck: Deck, rng: random.Random) -> None:
    draws = 10 * len(all_pasts) if len(all_pasts) < 300 else 300
    drawn: Counter[Past] = Counter()
    for _ in range(draws):
        dealt, actions = found.draw(rng)
        drawn[tuple(frozenset(deck.names(hand)) for hand in dealt), tuple(actions)] += 1
    assert set(drawn) <= all_pasts
    assert found._bounds[-1] == len(all_pasts)
    if len(all_pasts) < 300:
        chi_squared = sum((drawn[past] - 10) ** 2 / 10 for past in all_pasts)
        freedom = len(all_pasts) - 1
        assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5 + 10  # far beyond chance
