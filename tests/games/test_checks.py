"""The conformance check: every game passes it, and games with a fault of each kind do not."""

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import games
from games import checks
from games.checks import CheckFailed
from games.saat_aath import State, View
from games.saat_aath.state import start
from tests.games.strategies import every_game

PRESETS = [(name, preset) for name in games.names() for preset in games.presets(name)]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_every_preset_of_every_game_conforms(name: str, preset: str) -> None:
    checks.check(games.load(name, preset), boards=1)


@pytest.mark.parametrize("game", list(every_game()), ids=lambda game: "-".join(map(str, game.options.values())))
def test_every_combination_of_options_plays_to_its_end(game: games.Game) -> None:
    checks._check_replay(game, "abc")


def _reversed(state: State) -> tuple[str, ...]:
    return State.legal_actions(state)[::-1]


def _lenient(state: State, action: str) -> None:
    if action in state.legal_actions():
        State.apply(state, action)


def _same(state: State) -> State:
    return state


def _leak(state: State, seat: int) -> View:
    view = State.view(state, seat)
    return replace(view, opponent_known=State.view(state, 1 - seat).hand)


def _everybody(state: State, seat: int) -> View:
    return replace(State.view(state, seat), legal_actions=state.legal_actions())


def _hasty(state: State) -> tuple[int, ...]:
    return (1, 1)


@pytest.mark.parametrize(
    ("methods", "failure"),
    [
        ({"legal_actions": _reversed}, "the legal actions are not sorted"),
        ({"apply": _lenient}, "is accepted as an action"),
        ({"copy": _same}, "changes with its copy|lead to other states"),
        ({"view": _leak}, "gives it another view"),
        ({"view": _everybody}, "sees other legal actions"),
        ({"places": _hasty}, "answers while the game goes on"),
    ],
)
def test_a_game_with_a_fault_does_not_conform(methods: dict[str, Any], failure: str) -> None:
    broken: Any = type("Broken", (State,), {"__slots__": (), **methods})

    def begin(game: games.Game, seed: str, board: int) -> State:
        state = start(game, seed, board)
        state.__class__ = broken
        return state

    with pytest.raises(CheckFailed, match=failure):
        checks.check(_game_with(start=begin), boards=1)


def test_a_game_that_deals_at_random_does_not_conform() -> None:
    boards = count()
    with pytest.raises(CheckFailed, match="deal other cards"):
        checks.check(_game_with(start=lambda game, seed, board: start(game, seed, next(boards))), boards=1)


def test_a_sample_that_knows_the_hidden_cards_does_not_conform() -> None:
    with pytest.raises(CheckFailed, match="tells it the whole pack"):
        checks.check(_game_with(sample=lambda view, rng: start(view.game, "c0ffee", 0)), boards=1)


def _game_with(**parts: Any) -> games.Game:
    """Saat-Aath with other parts."""
    game = games.load("saat-aath")
    return games.Game(replace(game.rules, **parts), game.options)
