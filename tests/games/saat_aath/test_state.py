"""Saat-Aath against a second, plain telling of its rules, and its finer points one by one."""

import random
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import IllegalAction, InvalidAction
from games.saat_aath import Stack, State
from games.saat_aath.tables import DECK
from tests.games.strategies import SEEDS, any_game

RANKS = "789TJQKA"


class Plain:
    """One deal, with strings and lists only."""

    def __init__(self, pack: list[str], dealer: int, options: Any, drawer: int | None, draws: int) -> None:
        self.top = options["sevens"] == "top"
        self.dealer, self.drawer, self.draws = dealer, drawer, draws
        order = [1 - dealer, dealer]
        self.hands = {seat: pack[i:10:2] for i, seat in enumerate(order)}
        self.piles = {
            seat: [list(pile) for pile in zip(pack[10 + i : 20 : 2], pack[20 + i :: 2], strict=True)]
            for i, seat in enumerate(order)
        }
        self.trumps = ""
        self.offer: list[str] = []
        self.drawn = ""
        self.led = ""
        self.turned: list[list[str]] = []  # piles with a card to turn up after the trick
        self.open = {seat: [pile.pop() for pile in self.piles[seat]] for seat in order}
        self.tricks = [0, 0]
        self.turn = order[0] if drawer is None else 1 - drawer

    def suit(self, card: str) -> str:
        return self.trumps if self.top and card in ("7H", "7S") else card[1]

    def height(self, card: str) -> int:
        return 20 + (card == "7H") if self.top and card in ("7H", "7S") else RANKS.index(card[0])

    def legal(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.draws and not self.offer:
            return sorted("arrange " + " ".join(order) for order in permutations(hand))
        if self.draws and not self.drawn:
            return [f"draw {i}" for i in range(5)]
        if self.draws:
            return sorted("give " + card for card in hand if card != self.drawn)
        if not self.trumps:
            return ["C", "D", "H", "S"]
        usable = hand + [card for card in self.open[self.turn] if card]
        following = [card for card in usable if self.led and self.suit(card) == self.suit(self.led)]
        return sorted(following or usable)

    def play(self, action: str) -> None:
        word, *words = action.split(" ")
        other = 1 - self.turn
        if word == "arrange":
            self.offer = words
            self.turn = other
        elif word == "draw":
            self.drawn = self.offer[int(words[0])]
            self.hands[other].remove(self.drawn)
            self.hands[self.turn].append(self.drawn)
        elif word == "give":
            self.hands[self.turn].remove(words[0])
            self.hands[other].append(words[0])
            self.offer, self.drawn, self.draws = [], "", self.draws - 1
            self.turn = other if self.draws else 1 - self.dealer
        elif not self.trumps:
            self.trumps = action
        else:
            self.lay(action)

    def lay(self, card: str) -> None:
        if card in self.hands[self.turn]:
            self.hands[self.turn].remove(card)
        else:
            place = self.open[self.turn].index(card)
            self.open[self.turn][place] = ""
            self.turned.append([str(self.turn), str(place)])
        if not self.led:
            self.led = card
            self.turn = 1 - self.turn
            return
        same = self.suit(card) == self.suit(self.led)
        wins = self.height(card) > self.height(self.led) if same else self.suit(card) == self.trumps
        self.turn = self.turn if wins else 1 - self.turn
        self.tricks[self.turn] += 1
        self.led = ""
        for seat, place in self.turned:
            pile = self.piles[int(seat)][int(place)]
            self.open[int(seat)][int(place)] = pile.pop() if pile else ""
        self.turned = []


@settings(max_examples=80, deadline=None)
@given(any_game("saat-aath"), SEEDS, st.integers(0, 2**32))
def test_a_game_is_that_of_the_plain_rules(game: games.Game, seed: str, choices: int) -> None:
    rng = random.Random(choices)
    state = game.start(seed, 0)
    scores = [0, 0]
    drawer, draws, number = None, 0, 0
    while state.to_act is not None:
        pack = state.deals[-1]["pack"].split(" ")
        dealer = number % 2
        plain = Plain(pack, dealer, game.options, drawer, draws)
        while sum(plain.tricks) < 15:
            assert state.to_act == plain.turn
            assert list(state.legal_actions()) == plain.legal()
            action = rng.choice(plain.legal())
            state.apply(action)
            plain.play(action)
        margin = plain.tricks[0] - (7 if dealer == 0 else 8)
        wins = game.options["scoring"] == "wins"
        added = [int(margin > 0), int(margin < 0)] if wins else [margin, -margin]
        scores = [scores[0] + added[0], scores[1] + added[1]]
        done = state.deals[number]
        assert (done["dealer"], done["tricks"], done["scores"]) == (dealer, plain.tricks, added)
        drawer, draws = None, 0
        if game.options["winner_draws"] and margin:
            drawer, draws = int(margin < 0), abs(margin)
        number += 1
        target = game.options["target"]
        over = number == game.options["deals"] or bool(target and max(scores) >= target)
        assert (state.to_act is None) == over
    assert state.places() == ((1, 1) if scores[0] == scores[1] else (1, 2) if scores[0] > scores[1] else (2, 1))


CANONICAL = list(DECK.canonical)


def dealt(first: str, dealer_hand: str = "", *, number: int = 0, **options: Any) -> State:
    """A deal in which the caller's hand, and perhaps the dealer's, is as said; seat 1 calls where `number` is even."""
    caller, dealer = first.split(), dealer_hand.split()
    rest = [card for card in CANONICAL if card not in caller + dealer]
    dealer += rest[: 5 - len(dealer)]
    rest = [card for card in CANONICAL if card not in caller + dealer]
    pack = [card for pair in zip(caller, dealer, strict=True) for card in pair] + rest
    state = State(games.load("saat-aath", **options), "0", 0)
    state.deal(number, drawer=options.get("drawer"), draws=0, pack=[DECK.bit[card] for card in pack])
    return state


def test_the_top_sevens_are_trumps_and_nothing_else() -> None:
    state = dealt("AS KS 8C 9C TC", "7S 7H 8D 9D TD")
    state.apply("D")
    state.apply("AS")
    assert "7S" not in state.legal_actions()  # it is no spade, and there are spades on the table
    state = dealt("AD KS 8C 9C TC", "7S 7H 8D 9D TD")
    state.apply("D")
    state.apply("AD")
    assert {"7S", "7H", "8D"} <= set(state.legal_actions())
    state.apply("7S")
    assert state.to_act == 0
    assert state.tricks == [1, 0]


def test_the_seven_of_hearts_beats_that_of_spades_even_when_spades_are_trumps() -> None:
    state = dealt("7S KS 8C 9C TC", "AS 7H 8D 9D TD")
    for action in ("S", "7S"):
        state.apply(action)
    assert "7H" in state.legal_actions()
    state.apply("7H")
    assert state.to_act == 0
    state = dealt("7S KS 8C 9C TC", "AS 7H 8D 9D TD")
    for action in ("S", "7S", "AS"):
        state.apply(action)
    assert state.to_act == 1


def test_plain_sevens_are_the_lowest_of_their_suits() -> None:
    state = dealt("8S KS 8C 9C TC", "7S 7H 8D 9D TD", sevens="plain")
    for action in ("H", "8S", "7S"):
        state.apply(action)
    assert state.tricks == [0, 1]


def table_card(state: State, seat: int) -> str:
    (first, *_) = state.view(seat).stacks[seat]
    assert first.open is not None
    return first.open


@pytest.mark.parametrize(("reveal", "shown"), [("after_trick", False), ("at_once", True)])
def test_when_the_card_under_a_played_one_is_turned_up(reveal: str, shown: bool) -> None:
    state = dealt("8C 9C TC JC QC", "8D 9D TD JD QD", reveal=reveal)
    state.apply("S")
    led = table_card(state, 1)
    state.apply(led)
    for seat in (0, 1):
        stack = state.view(seat).stacks[1][0]
        assert stack.played == (led,)
        assert (stack.open is not None) == shown
        assert stack.closed != shown
    state.apply(state.legal_actions()[0])
    for seat in (0, 1):
        stack = state.view(seat).stacks[1][0]
        assert stack.open is not None
        assert not stack.closed


def test_the_table_is_not_seen_before_trumps_are_called() -> None:
    state = dealt("8C 9C TC JC QC")
    for seat in (0, 1):
        assert state.view(seat).stacks == ((), ())
    state.apply("C")
    for seat in (0, 1):
        assert [len(stacks) for stacks in state.view(seat).stacks] == [5, 5]
        assert all(
            stack.open and stack.closed and not stack.played for stacks in state.view(seat).stacks for stack in stacks
        )


def drawing(draws: int = 2) -> State:
    """Seat 0 won the deal before, seat 1 lost it and calls trumps after the draws."""
    state = dealt("8C 9C TC JC QC", "8D 9D TD JD QD", winner_draws=True, deals=6)
    pack = state.history[-1].pack
    state.history.clear()
    state.deal(2, drawer=0, draws=draws, pack=pack)
    return state


def test_a_draw_shows_its_card_to_the_two_players_and_the_order_to_the_loser_only() -> None:
    state = drawing()
    assert state.to_act == 1
    assert len(state.legal_actions()) == 120
    state.apply("arrange QC 9C 8C TC JC")
    assert state.view(0).history == ((1, "arrange"),)
    assert state.view(1).history == ((1, "arrange QC 9C 8C TC JC"),)
    assert state.view(0).opponent_known == ()
    state.apply("draw 2")
    assert state.to_act == 0
    winner, loser = state.view(0), state.view(1)
    assert winner.drawn == loser.drawn == ("8C",)
    assert "8C" in winner.hand
    assert loser.opponent_known == ("8C",)
    assert loser.opponent_cards == 6
    assert state.legal_actions() == ("give 8D", "give 9D", "give JD", "give QD", "give TD")
    with pytest.raises(IllegalAction):
        state.apply("give 8C")
    state.apply("give 9D")
    assert state.view(0).opponent_known == ("9D",)
    assert state.view(1).hand == ("9C", "9D", "JC", "QC", "TC")
    assert state.view(0).history[-1] == state.view(1).history[-1] == (0, "give 9D")


def test_a_card_may_be_drawn_back_and_given_back() -> None:
    state = drawing()
    for action in ("arrange 8C 9C TC JC QC", "draw 0", "give 8D", "arrange 8D 9C TC JC QC", "draw 0", "give 8C"):
        state.apply(action)
    assert state.view(1).hand == ("8C", "9C", "JC", "QC", "TC")
    assert state.view(0).opponent_known == ("8C",)
    assert state.view(1).opponent_known == ("8D",)
    assert state.to_act == 1
    assert state.legal_actions() == ("C", "D", "H", "S")


@pytest.mark.parametrize(
    "action",
    [
        "arrange 8C 9C TC JC",
        "arrange 8C 9C TC JC JC",
        "arrange 8C 9C TC JC QD",
        "arrange 8C 9C TC JC QC ",
        "draw 0",
        "8C",
        "C",
    ],
)
def test_only_the_own_cards_can_be_arranged(action: str) -> None:
    state = drawing()
    with pytest.raises(ValueError, match=r"is illegal for seat 1; legal: arrange|is no action"):
        state.apply(action)
    assert state.to_act == 1
    assert state.history[-1].actions == []


@pytest.mark.parametrize(
    "action", ["", "7C", "7D", "7h", "10H", "X", "H ", "draw 5", "draw -1", "draw 00", "give", "give 2C", "pass"]
)
def test_what_is_no_action_at_all_is_invalid(action: str) -> None:
    with pytest.raises(InvalidAction, match="is no action of saat-aath"):
        dealt("8C 9C TC JC QC").apply(action)


@pytest.mark.parametrize("action", ["8C", "draw 0", "give 8C", "arrange 8C 9C TC JC QC"])
def test_what_is_an_action_but_not_here_is_illegal(action: str) -> None:
    with pytest.raises(IllegalAction, match=r"is illegal for seat 1; legal: C, D, H, S"):
        dealt("8C 9C TC JC QC").apply(action)


def test_the_players_take_turns_to_deal_and_seat_0_deals_first() -> None:
    state = games.load("saat-aath", deals=4).start("abc", 0)
    while state.to_act is not None:
        state.apply(state.legal_actions()[0])
    assert [deal["dealer"] for deal in state.deals] == [0, 1, 0, 1]


@pytest.mark.parametrize("seat", [-1, 2, None])
def test_there_are_two_seats(seat: Any) -> None:
    with pytest.raises(ValueError, match="must be 0 or 1"):
        games.load("saat-aath").start("abc", 0).view(seat)


def test_a_pile_that_is_played_is_empty() -> None:
    state = games.load("saat-aath").start("abc", 0)
    while state.to_act is not None:
        state.apply(state.legal_actions()[0])
    for stacks in state.view(0).stacks:
        for stack in stacks:
            assert stack[:2] == Stack(None, False, ())[:2]
            assert len(stack.played) == 2
