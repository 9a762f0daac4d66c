"""The conformance check: every game passes it, and games with a fault of each kind do not."""

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

import games
from games import checks, registry
from games.checks import CheckFailed
from games.saat_aath import State, View
from games.saat_aath.sample import sample
from games.saat_aath.state import start
from games.saat_aath.tables import DECK
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
    with pytest.raises(CheckFailed, match=failure):
        checks.check(_game_with(start=_with(**methods)), boards=1)


def _off_suit(state: State, action: str) -> None:
    """Any card may be played that is in hand or open."""
    try:
        State.apply(state, action)
    except games.IllegalAction:
        if not state._legal or not DECK.bit.get(action, 0) & state._cards[state.to_act or 0]:
            raise
        state._legal = state._cards[state.to_act or 0]
        State.apply(state, action)


def _first_changed(state: State, action: str) -> None:
    try:
        State.apply(state, action)
    except ValueError:
        state.tricks[0] += 1
        raise


def _shuffled_at_home(game: games.Game, seed: str, board: int) -> State:
    pack = list(DECK.pack)
    random.Random(f"{seed}/{board}").shuffle(pack)
    state = State(game, seed, board)
    state.deal(0, drawer=None, draws=0, pack=pack)
    return state


def _lower_of_two(view: Any, rng: random.Random) -> State:
    return min((sample(view, rng) for _ in range(2)), key=lambda state: [state.view(seat).hand for seat in (0, 1)])


def _first_always(state: State) -> tuple[int, ...]:
    return State.places(state) and (1, 2)


def _level(state: State) -> tuple[int, ...]:
    return State.places(state) and (1, 1)


def _with(**methods: Any) -> Callable[[games.Game, str, int], State]:
    broken: Any = type("Broken", (State,), {"__slots__": (), **methods})

    def begin(game: games.Game, seed: str, board: int) -> State:
        state = start(game, seed, board)
        state.__class__ = broken
        return state

    return begin


@pytest.mark.parametrize(
    ("parts", "check", "failure"),
    [
        ({"start": lambda game, seed, board: start(game, "ab", 0)}, "_check_deals", "same cards are dealt on every"),
        ({"start": lambda game, seed, board: start(game, seed, 0)}, "_check_deals", "board 1, deal 0 are not"),
        ({"start": _shuffled_at_home}, "_check_deals", "are not games.shuffle.shuffle"),
        ({"start": _with(apply=_off_suit)}, "_check_refusals", "is accepted as an action, and is not among the legal"),
        ({"start": _with(apply=_first_changed)}, "_check_refusals", "changes by an action that is refused"),
        ({"start": _with(places=_first_always)}, "_check_places", "the places contradict the scores"),
        ({"start": _with(places=_level)}, "_check_places", "all seats share a place"),
        ({"sample": _lower_of_two}, "_check_samples", "are biased"),
    ],
)
def test_each_of_these_faults_is_found_by_its_check_and_by_no_other(
    parts: dict[str, Any], check: str, failure: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = _game_with(**parts)
    monkeypatch.setattr(registry, "find", lambda name: game.rules)  # as if it were a game of its own
    with pytest.raises(CheckFailed, match=failure):
        checks.check(game, boards=1)
    monkeypatch.setattr(checks, check, lambda *arguments: None)
    checks.check(game, boards=1)


def test_a_sample_that_is_never_the_real_state_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    real: list[State] = []
    replayed = checks._replayed
    monkeypatch.setattr(checks, "_replayed", lambda *words: real.append(replayed(*words)) or real[-1])

    def wrong(view: Any, rng: random.Random) -> State:
        for _ in range(30):
            drawn = sample(view, rng)
            if not real or checks._all_views(drawn) != checks._all_views(real[-1]):
                break
        return drawn

    with pytest.raises(CheckFailed, match="are never the real one"):
        checks.check(_game_with(sample=wrong), boards=1)


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
