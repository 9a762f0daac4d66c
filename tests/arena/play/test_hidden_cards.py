"""Cards that a seat cannot see may be any others: every byte that it is sent stays the same, in every phase."""

import itertools
import json
import random
from collections import Counter
from collections.abc import Iterable
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from unittest.mock import patch

import pytest

import games
from games.pictures import ONLOOKER

GAMES = 6
KINDS = [
    ("saat-aath", {}),
    ("saat-aath", {"reveal": "at_once", "sevens": "plain"}),
    ("saat-aath", {"winner_draws": True, "deals": 3}),
    ("badam-satti", {"players": 3, "rounds": 1}),
    ("badam-satti", {"players": 4, "take_a_card": True, "rounds": 3}),
    ("badam-satti", {"players": 6, "take_a_card": True, "rounds": 1}),
]


@contextmanager
def dealt(state: Any, number: int, pack: list[int]) -> Any:
    """Deal `number` of every game has this pack."""
    deal = type(state).deal

    def other(self: Any, which: int, **how: Any) -> None:
        deal(self, which, **how | ({"pack": pack} if which == number else {}))

    with patch.object(type(state), "deal", other):
        yield


def table_of(game: games.Game, seed: str, deals: Iterable[Any]) -> Any:
    """A table at which these deals were played so far; the actions that follow by themselves are not stored."""
    state, chosen = game.start(seed, 0), []
    for deal in deals:
        for index, (_, action) in enumerate(deal.actions):
            if index == len(state.history[deal.number].actions):
                state.apply(action)
                chosen.append(action)
    fields = {"game": game.name, "options": dict(game.options), "seed": seed, "actions": chosen, "state": "playing"}
    return import_module("arena.play.models").Table(name="t", **fields)


def sent(table: Any, view: int) -> bytes:
    """All that the page of a seat, the answers to it and the plain form have."""
    models, queries = import_module("arena.play.models"), import_module("arena.play.queries")
    count = table.rules.seats
    seats = [models.Seat(number=number, kind="person", name=f"p{number}") for number in range(count)]
    news = queries.news(table, seats, seats[view], 0)
    plain = import_module("arena.play.plain").describe(table, seats, seats[view], news["frames"])
    return json.dumps([news, plain]).encode()


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_swapping_hidden_cards_leaves_every_byte_sent_to_a_seat_unchanged(name: str, options: dict[str, Any]) -> None:
    game = games.load(name, **options)
    swapped: Counter[bool] = Counter()
    for number in range(GAMES):
        chance = random.Random(f"{name}{options}{number}")
        seed = f"{number:x}"
        state = game.start(seed, 0)
        stops = {0, 1, 2, 3, 8, *chance.sample(range(80), 12)}
        for step in itertools.count():
            if state.to_act is None:
                break
            if step in stops or state.legal_actions()[0].split(" ")[0] in ("arrange", "draw", "give"):
                for seat in range(game.seats):
                    swapped[compare(game, seed, state, seat, chance)] += 1
            state.apply(chance.choice(state.legal_actions()))
    assert swapped[True] > 20, "nothing hidden was ever swapped"


def compare(game: games.Game, seed: str, state: Any, seat: int, chance: random.Random) -> bool:
    """Whether another deal fits this seat's view, after seeing that it is sent the same."""
    view = state.view(seat)
    drawn = view.sample(chance).history[-1]
    *before, now = state.history
    mine = sent(table_of(game, seed, state.history), seat)
    with dealt(state, now.number, drawn.pack):
        theirs = sent(table_of(game, seed, [*before, drawn]), seat)
    assert mine == theirs
    return bool(drawn.pack != now.pack)


@pytest.mark.parametrize(("name", "options"), KINDS)
def test_those_who_watch_are_sent_no_card_that_is_in_a_hand(name: str, options: dict[str, Any]) -> None:
    game = games.load(name, **options)
    chance = random.Random(f"{name}{options}")
    state = game.start("7", 0)
    while state.to_act is not None:
        state.apply(chance.choice(state.legal_actions()))
    told = import_module("arena.play.state")
    table = table_of(game, "7", state.history)
    for frame in told.told(table, [f"p{seat}" for seat in range(game.seats)], view=ONLOOKER)[:-1]:
        public = frame["kind"] == "end" or [] in frame["hands"]  # hands are shown when somebody is out
        drawn = frame["kind"] in ("draw", "give") or options.get("winner_draws")  # both have seen it: so may all
        assert public or drawn or not any(card for hand in frame["hands"] for card in hand)
        assert frame["legal"] == [] or frame["to_act"] is None


def test_the_comparison_finds_a_card_that_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the hands of all in the frames it must fail."""
    pictures = import_module("games.pictures")
    monkeypatch.setattr(pictures.Hands, "describe", lambda self, view: [list(hand) for hand in self.cards])
    with pytest.raises(AssertionError):
        test_swapping_hidden_cards_leaves_every_byte_sent_to_a_seat_unchanged("badam-satti", {"rounds": 1})
