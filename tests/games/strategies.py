"""Random games, options and players, for the properties of every game."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from hypothesis import strategies as st

import games
from games import Game, State

SEEDS = st.text("0123456789abcdef", min_size=1, max_size=64)


def option_values(spec: games.OptionSpec) -> st.SearchStrategy[Any]:
    if spec.choices:
        return st.sampled_from(spec.choices)
    numbers = st.integers(spec.low, min(spec.high, 5))
    return st.none() | numbers if spec.optional else numbers


@st.composite
def any_game(draw: st.DrawFn, name: str | None = None) -> Game:
    name = name or draw(st.sampled_from(games.names()))
    options = {spec.name: draw(option_values(spec)) for spec in games.option_specs(name)}
    return games.load(name, **options)


def every_game() -> Iterator[Game]:
    """Every combination of all options, numbers by three of their values."""
    for name in games.names():
        specs = games.option_specs(name)
        values = [spec.choices or ((spec.low, 3) + ((None,) if spec.optional else ())) for spec in specs]
        for chosen in product(*values):
            yield games.load(name, **dict(zip([spec.name for spec in specs], chosen, strict=True)))


def play_on(state: State, rng: random.Random, actions: int | None = None) -> State:
    """Random actions, to the end or as many as said."""
    while state.to_act is not None and actions != 0:
        state.apply(rng.choice(state.legal_actions()))
        actions = actions and actions - 1
    return state


@st.composite
def any_state(draw: st.DrawFn, name: str | None = None) -> State:
    """A state somewhere in a game; rarely its end."""
    game = draw(any_game(name))
    state = game.start(draw(SEEDS), draw(st.integers(0, 3)))
    return play_on(state, random.Random(draw(st.integers(0, 2**32))), draw(st.integers(0, 150)))
