"""Badam Satti against a second, plain telling of its rules, and its finer points one by one."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import IllegalAction, InvalidAction
from games.badam_satti import State
from games.badam_satti.tables import DECK, POINTS
from tests.games.strategies import SEEDS, any_game

RANKS = "A23456789TJQK"
VECTORS = Path(__file__).parent.parent.parent / "vectors"


class Plain:
    """One round, with strings and lists only."""

    def __init__(self, pack: list[str], dealer: int, options: Any) -> None:
        self.n = options["players"]
        self.take = options["take_a_card"]
        self.hands: list[list[str]] = [[] for _ in range(self.n)]
        for index, card in enumerate(pack):
            self.hands[(dealer + 1 + index) % self.n].append(card)
        self.laid: set[str] = set()
        self.passes = 0
        self.giving = False  # the seat before `turn` hands it a card
        self.log: list[list[Any]] = []
        self.turn = next(seat for seat in range(self.n) if "7H" in self.hands[seat])

    def fits(self, card: str) -> bool:
        if not self.laid:
            return card == "7H"
        rank = RANKS.index(card[0])
        inner = rank + (rank < 6) - (rank > 6)
        return card[0] == "7" or RANKS[inner] + card[1] in self.laid

    def actor(self) -> int:
        return (self.turn - 1) % self.n if self.giving else self.turn

    def legal(self) -> list[str]:
        hand = self.hands[self.actor()]
        return sorted("give " + card for card in hand) if self.giving else sorted(filter(self.fits, hand))

    def play(self, action: str) -> None:
        self.log.append([self.actor(), action])
        if self.giving:
            self.hands[self.actor()].remove(action[5:])
            self.hands[self.turn].append(action[5:])
            self.giving = False
        else:
            self.hands[self.turn].remove(action)
            self.laid.add(action)
            self.passes = 0
            if not self.hands[self.turn]:
                return
        self.turn = (self.turn + 1) % self.n
        while not any(map(self.fits, self.hands[self.turn])):
            self.log.append([self.turn, "pass"])
            self.passes += 1
            if self.take and self.passes <= self.n and len(self.hands[self.turn - 1]) >= 2:
                self.giving = True
                return
            self.turn = (self.turn + 1) % self.n


@settings(max_examples=60, deadline=None)
@given(any_game("badam-satti"), SEEDS, st.integers(0, 2**32))
def test_a_game_is_that_of_the_plain_rules(game: games.Game, seed: str, choices: int) -> None:
    rng = random.Random(choices)
    state = game.start(seed, 1)
    n = game.seats
    total = [0] * n
    for number in range(int(game.options["rounds"] or 0)):
        deal = state.deals[number]
        assert deal["dealer"] == number % n
        plain = Plain(deal["pack"].split(" "), number % n, game.options)
        while all(plain.hands):
            assert state.to_act == plain.actor()
            assert list(state.legal_actions()) == plain.legal()
            action = rng.choice(plain.legal())
            if plain.giving and rng.random() < 0.7:  # a card that fits, so that passing goes round
                action = next((gift for gift in plain.legal() if plain.fits(gift[5:])), action)
            state.apply(action)
            plain.play(action)
        most = 13 if game.options["pictures"] == "face" else 10
        points = [sum(min(RANKS.index(card[0]) + 1, most) for card in hand) for hand in plain.hands]
        assert state.deals[number]["actions"] == plain.log
        assert state.deals[number]["scores"] == points
        total = [old + new for old, new in zip(total, points, strict=True)]
    assert state.to_act is None
    if game.options["rounds"] == 1:
        assert state.places() == tuple(1 if points == 0 else 2 for points in total)
    else:
        assert state.places() == tuple(1 + sum(other < points for other in total) for points in total)


def dealt(*hands: str, **options: Any) -> State:
    """A round with these cards in the hands of seats 0, 1 ..., the rest of the pack spread over what room is left."""
    seats = len(hands)
    game = games.load("badam-satti", players=seats, rounds=1, **options)
    wanted = [hand.split() for hand in hands]
    rest = [card for card in DECK.canonical if not any(card in hand for hand in wanted)]
    pack = [""] * 52
    for seat, hand in enumerate(wanted):
        places = range((seat - 1) % seats, 52, seats)
        hand += [rest.pop() for _ in range(len(places) - len(hand))]
        for place, card in zip(places, hand, strict=True):
            pack[place] = card
    state = State(game, "0", 0)
    state.deal(0, pack=[DECK.bit[card] for card in pack])
    return state


def test_the_seven_of_hearts_opens_wherever_it_is() -> None:
    for seat in range(4):
        hands = ["", "", "", ""]
        hands[seat] = "7H 6H 7S"
        state = dealt(*hands)
        assert state.to_act == seat
        assert state.legal_actions() == ("7H",)


def test_a_row_grows_at_its_two_ends_only() -> None:
    state = dealt("7H 5H 6H 8H TH 9H", "7S", "7D", "7C")
    state.apply("7H")
    for card in ("5H", "TH", "9H"):
        with pytest.raises(IllegalAction):
            state.copy().apply(card)
    for action in ("7S", "7D", "7C"):
        state.apply(action)
    assert {"6H", "8H"} <= set(state.legal_actions())
    assert not {"5H", "9H", "TH"} & set(state.legal_actions())


def nothing_fits(take_a_card: bool) -> State:
    """Seat 0 holds all sevens, sixes and eights: whatever it lays, others may only pass."""
    mine = " ".join(rank + suit for rank in "678" for suit in "CDHS")
    state = dealt(mine, "KC KD KH KS", "QC QD QH QS", "JC JD JH JS", take_a_card=take_a_card)
    state.apply("7H")
    return state


def test_passes_are_recorded_and_nobody_is_asked() -> None:
    state = nothing_fits(take_a_card=False)
    assert state.history[-1].actions == [(0, "7H"), (1, "pass"), (2, "pass"), (3, "pass")]
    assert state.to_act == 0
    with pytest.raises(IllegalAction):
        state.apply("pass")


def test_who_passes_is_handed_a_card_by_the_seat_before() -> None:
    state = nothing_fits(take_a_card=True)
    assert state.history[-1].actions == [(0, "7H"), (1, "pass")]
    assert (state.to_act, state.giving_to) == (0, 1)
    assert all(action.startswith("give ") for action in state.legal_actions())
    assert len(state.legal_actions()) == 12
    state.apply("give 6H")
    # it fits, but may not be laid on that turn: the next seat passes already
    assert state.history[-1].actions[-2:] == [(0, "give 6H"), (2, "pass")]
    assert (state.to_act, state.giving_to) == (1, 2)
    assert "give 6H" in state.legal_actions()


def test_the_table_sees_that_a_card_went_over_and_not_which() -> None:
    state = nothing_fits(take_a_card=True)
    state.apply("give 6H")
    assert [state.view(seat).history[2] for seat in range(4)] == [
        (0, "give 6H"),
        (0, "give 6H"),
        (0, "give"),
        (0, "give"),
    ]
    assert [state.view(2).hand_sizes[seat] for seat in range(4)] == [11, 14, 13, 13]


@pytest.mark.parametrize("name", ["19-safeguard-three", "20-safeguard-four"])
def test_passing_does_not_go_round_for_ever(name: str) -> None:
    """In these matches one fitting card is handed on just ahead of every turn, until a pass brings no card."""
    doc = json.loads((VECTORS / f"{name}.replay.json").read_text())
    game = games.load(doc["game"], **doc["options"])
    longest = 0
    for number, played in enumerate(doc["games"]):
        state = game.start(doc["seed"], number // game.seats)
        for _, action in played["deals"][0]["actions"]:
            if action != "pass":
                state.apply(action)
                longest = max(longest, state.passes)
                assert state.giving_to is None or state.passes <= game.seats
    assert longest > game.seats


def test_a_pass_brings_no_card_where_the_giver_has_but_one() -> None:
    rng = random.Random(4)
    seen = 0
    while not seen:
        state = games.load("badam-satti", players=3, rounds=1, take_a_card=True).start("abc", rng.randrange(10**6))
        while state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
            actions = state.history[-1].actions
            for index, (seat, action) in enumerate(actions[:-1]):
                if action == "pass" and not actions[index + 1][1].startswith("give"):
                    before = (seat - 1) % 3
                    cards = len(range((before - 1) % 3, 52, 3))
                    for who, what in actions[:index]:
                        cards -= who == before and what != "pass"
                    taken = [i for i, (_, what) in enumerate(actions[:index]) if what.startswith("give")]
                    cards += sum(actions[i][0] == (before - 1) % 3 for i in taken)
                    passes = 0
                    for _, what in actions[: index + 1]:
                        passes = passes + 1 if what == "pass" else passes if what.startswith("give") else 0
                    assert cards < 2 or passes > 3
                    seen += cards < 2


def test_a_round_ends_at_once_and_all_hands_are_shown_at_the_end() -> None:
    state = games.load("badam-satti", rounds=1).start("abc", 3)
    while state.to_act is not None:
        assert state.view(0).shown == ()
        state.apply(state.legal_actions()[-1])
    out = state.history[-1].actions[-1][0]
    view = state.view((out + 1) % 4)
    assert view.shown[out] == ()
    assert view.shown[view.seat] == view.hand
    assert view.scores[out] == 0
    assert view.hand_sizes == tuple(len(hand) for hand in view.shown)


@pytest.mark.parametrize(("pictures", "points"), [("face", 1 + 11 + 12), ("ten", 21)])
def test_the_example_of_the_source(pictures: str, points: int) -> None:
    assert sum(POINTS[pictures][card] for card in ("AS", "JD", "QC")) == points


@pytest.mark.parametrize("action", ["", "give", "give 1C", "7h", "10H", "Pass", "draw 0", "H", "give 7H "])
def test_what_is_no_action_at_all_is_invalid(action: str) -> None:
    with pytest.raises(InvalidAction, match="is no action of badam-satti"):
        dealt("7H", "", "").apply(action)


@pytest.mark.parametrize("action", ["7S", "6H", "pass", "give 7H"])
def test_what_is_an_action_but_not_here_is_illegal(action: str) -> None:
    with pytest.raises(IllegalAction, match="is illegal for seat 0; legal: 7H"):
        dealt("7H 7S 6H", "", "").apply(action)


def test_rows_show_their_ends() -> None:
    state = dealt("7H 8H", "7S", "6S")
    assert state.view(0).rows == (None, None, None, None)
    for action in ("7H", "7S", "6S", "8H"):
        state.apply(action)
    assert state.view(1).rows == (None, None, ("7H", "8H"), ("6S", "7S"))


@pytest.mark.parametrize("seat", [-1, 3, None])
def test_there_are_as_many_seats_as_players(seat: Any) -> None:
    with pytest.raises(ValueError, match="must be from 0 to 2"):
        dealt("7H", "", "").view(seat)
