"""Saat-Aath with all cards known: every legal card exactly, and a whole deal with every alternative priced."""

import statistics
from collections.abc import Iterator
from typing import cast

import games
from bench.measure import Result, cpu, faster
from games.players import load
from games.saat_aath import State
from games.solver import TRICKS, price, values

DEALS = 15


def run() -> Iterator[Result]:
    game = games.load("saat-aath")
    players = [load("easy", game, seed=seat) for seat in (0, 1)]
    seconds: dict[str, list[float]] = {}
    for board in range(DEALS):
        state = cast(State, game.start("be9c4", board))
        while state.to_act is not None:
            left = TRICKS - sum(state.tricks)
            if state.trumps and not state._lead and left in (TRICKS, 8, 4):
                seconds.setdefault(f"the last {left} tricks", []).append(cpu(lambda state=state: values(state)))
                if left == 4:
                    seconds.setdefault("minimax", []).append(cpu(lambda state=state: _minimax(state, state.to_act)))
            state.apply(players[state.to_act].act(state.view(state.to_act)))
        deal = state.deals[0]
        seconds.setdefault("a whole deal with every alternative", []).append(cpu(lambda deal=deal: price(game, deal)))
    minimax = statistics.median(seconds.pop("minimax"))
    for name, taken in seconds.items():
        median = statistics.median(taken)
        if name == "the last 4 tricks":
            yield faster(name, 1 / median, "positions/s", "plain minimax", 1 / minimax)
        yield Result(name, median * 1000, "ms (median)")
    yield Result("a deal at worst", max(seconds["a whole deal with every alternative"]) * 1000, "ms")


def _minimax(state: State, seat: int | None) -> int:
    if state.to_act is None:
        return (state.history[-1].tricks or ())[seat or 0]
    best = max if state.to_act == seat else min
    results = []
    for card in state.legal_actions():
        twin = state.copy()
        twin.apply(card)
        results.append(_minimax(twin, seat))
    return best(results)
