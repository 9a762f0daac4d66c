"""What a seat cannot see is in no message to its bot: deals that differ in nothing else send it the same bytes.

In every phase of both games, for every preset and every seat. The bots themselves say what they read, byte for byte.
"""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

import bots
import games
from games.core import Game, State

DECISIONS = 130  # of a seat; the longest presets go on for ever
LOOKS = 12
LISTENER = """
import hashlib, os
heard, read = hashlib.sha256(), os.read
def listen(fd, size):
    data = read(fd, size)
    if fd == 3:
        heard.update(data)
    return data
os.read = listen
class Bot:
    def act(self, view):
        print(heard.hexdigest())
        return view.legal_actions[0]
"""
SEATS = [
    (name, preset, seat)
    for name in games.names()
    for preset in games.presets(name)
    for seat in range(games.load(name, preset).seats)
]
PHASES = {"winner-draws": {"card", "call", "arrange", "draw", "give"}, "take-a-card": {"card", "give"}}


def listener(game: Game) -> bots.BotPlayer:
    source = bots.source.read(LISTENER.encode(), "bot.py")
    player = bots.BotPlayer("bot", source, game, number=0, seed="7", boards=1, limits=bots.Limits())
    player.start_game(0, 0)
    return player


def words_in(value: Any) -> Iterator[str]:
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]:
        if isinstance(item, str):
            yield from item.split()
        elif isinstance(item, dict | list):
            yield from words_in(item)


def pack(state: State) -> list[str]:
    return str(state.deals[-1]["pack"]).split()


@pytest.mark.parametrize(("name", "preset", "seat"), SEATS)
def test_deals_that_differ_in_hidden_cards_only_send_the_same_bytes(name: str, preset: str, seat: int):
    game = games.load(name, preset)
    state = game.start("7", 0)
    rng = random.Random(f"{preset} {seat}")
    here, there = listener(game), listener(game)
    decisions = others = 0
    phases = set()
    try:
        while state.to_act is not None and decisions < DECISIONS:
            if state.to_act == seat:
                decisions += 1
                view = state.view(seat)
                other = view.sample(rng)
                others += pack(other) != pack(state)
                here.act(view)
                there.act(other.view(seat))
                word = view.legal_actions[0].split()[0]
                phases.add("call" if len(word) == 1 else "card" if len(word) == 2 or word == "pass" else word)
            state.apply(rng.choice(state.legal_actions()))
    finally:
        here.close()
        there.close()
    assert len(here.log.text().split()) == decisions
    assert here.log.text() == there.log.text()
    assert others > decisions // 3 > 0
    assert phases >= PHASES.get(preset, {"card"})


@pytest.mark.parametrize(("name", "preset", "seat"), SEATS)
def test_every_card_that_a_seat_was_not_told_of_is_elsewhere_in_some_of_these_deals(name: str, preset: str, seat: int):
    """Or the test above would say nothing of it."""
    game = games.load(name, preset)
    rng = random.Random(f"{preset} {seat}")
    for board in range(3):
        state = game.start("7", board)
        while state.to_act != seat:
            state.apply(rng.choice(state.legal_actions()))
        view = state.view(seat)
        told = set(words_in(json.loads(json.dumps(view.to_json()))))
        order = pack(state)
        others = [pack(view.sample(rng)) for _ in range(LOOKS)]
        fixed = {card for card in order if all(other.index(card) == order.index(card) for other in others)}
        assert fixed <= told
        assert len(set(order) - told) > len(order) // 3
