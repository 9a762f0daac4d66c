"""Random play through the public interface, deals included; views and their JSON."""

import json
import random
from collections.abc import Callable, Iterator

import games
from bench import openspiel
from bench.measure import Result, faster, rates

PRESETS = (("saat-aath", "classic"), ("saat-aath", "78"), ("badam-satti", "standard"), ("badam-satti", "take-a-card"))


def run() -> Iterator[Result]:
    ours = {f"{name} {preset}": _random_play(name, preset) for name, preset in PRESETS}
    ours["this loop around empty methods"] = _empty_play
    theirs: dict[str, Callable[[], float]] = {}
    if openspiel.pyspiel:
        theirs |= {f"OpenSpiel {name} from Python": openspiel.from_python(name) for name in openspiel.GAMES}
        theirs |= {f"OpenSpiel {name} all C++": openspiel.in_cpp(name) for name in openspiel.GAMES}
    yield from _report("decisions/s", rates(ours | theirs, 2.0), list(ours))
    ours = {f"views of {name}": _views(name, as_json=False) for name in games.names() if name in dict(PRESETS)}
    ours |= {f"views as JSON of {name}": _views(name, as_json=True) for name in games.names() if name in dict(PRESETS)}
    theirs = {}
    if openspiel.pyspiel:
        theirs = {
            f"OpenSpiel {name} information states": openspiel.information_states(name) for name in openspiel.GAMES
        }
    yield from _report("views/s", rates(ours | theirs, 2.0), list(ours))


def _report(unit: str, rate: dict[str, float], ours: list[str]) -> Iterator[Result]:
    theirs = [name for name in rate if name not in ours]
    for name in theirs:
        yield Result(name, rate[name], unit)
    for name in ours:
        if not theirs:
            yield Result(name, rate[name], unit)
        for other in theirs:
            yield faster(name, rate[name], unit, other, rate[other])


def _random_play(name: str, preset: str) -> Callable[[], int]:
    """Plays a game; returns its decisions. Forced passes are none."""
    game = games.load(name, preset)
    pick = random.Random(1).random
    boards = iter(range(10**9))

    def play() -> int:
        decisions = 0
        state = game.start("be9c4", next(boards))
        while state.to_act is not None:
            actions = state.legal_actions()
            state.apply(actions[int(pick() * len(actions))])
            decisions += 1
        return decisions

    return play


class _Empty:
    """The face of a state, and no game behind it: what any game played from Python costs at the least."""

    __slots__ = ("to_act",)

    def __init__(self) -> None:
        self.to_act: int | None = 0

    def legal_actions(self) -> tuple[str, ...]:
        return EMPTY

    def apply(self, action: str) -> None:
        pass


EMPTY = ("7H", "8H", "9H")


def _empty_play() -> int:
    pick = random.Random(1).random
    state = _Empty()
    decisions = 0
    while state.to_act is not None:
        actions = state.legal_actions()
        state.apply(actions[int(pick() * len(actions))])
        decisions += 1
        if decisions == 1000:
            break
    return decisions


def _views(name: str, *, as_json: bool) -> Callable[[], int]:
    """The views of the seats to act along one random game."""
    state = games.load(name).start("be9c4", 0)
    rng = random.Random(2)
    states = []
    while state.to_act is not None:
        states.append(state.copy())
        state.apply(rng.choice(state.legal_actions()))

    def look() -> int:
        for state in states:
            view = state.view(state.to_act or 0)
            if as_json:
                json.dumps(view.to_json())
        return len(states)

    return look
