"""One conformance check for every game, ours and those of other packages: `check(games.load(name))`."""

import json
import pickle
import random

from games import match, replay
from games.core import Game, IllegalAction, InvalidAction, State, View
from games.players.random import Random

NOT_ACTIONS = ("", "XX", "7", "7h", "give", "give XX", "pass me", "arrange 7H", "draw 9", "\ud800", "7H " * 1000)


class CheckFailed(AssertionError):
    """A game that does not keep to the interface: the message says what it does wrong."""


def check(game: Game, *, boards: int = 3, seed: str = "c0ffee") -> None:
    """Play random games and look at every state and view on the way. Raises CheckFailed."""
    rng = random.Random(seed)  # noqa: S311  # a test's randomness
    for board in range(boards):
        state = game.start(seed, board)
        _require(state.deals == game.start(seed, board).deals, "the same seed and board deal other cards")
        _check_hidden(state, rng)
        twin = state.copy()
        while state.to_act is not None:
            _check_state(state, rng)
            action = rng.choice(state.legal_actions())
            state.apply(action)
            twin.apply(action)
            _require(_facts(twin) == _facts(state), f"the same actions lead to other states, at {action}")
        _check_end(state, rng)
    _check_replay(game, seed)


def _require(condition: bool, failure: str) -> None:
    if not condition:
        raise CheckFailed(failure)


def _facts(state: State) -> tuple[object, ...]:
    """All that can be seen of a state from outside."""
    views = [state.view(seat) for seat in range(state.game.seats)]
    return state.to_act, state.legal_actions(), state.deals, views


def _check_state(state: State, rng: random.Random) -> None:
    legal = state.legal_actions()
    _require(isinstance(legal, tuple) and bool(legal), f"legal_actions() is {legal!r}: it must be a tuple, not empty")
    _require(list(legal) == sorted(set(legal)), f"the legal actions are not sorted, or not different: {legal}")
    before = _facts(state)
    for wrong in (*NOT_ACTIONS, None, 7, ["7H"]):
        try:
            state.apply(wrong)  # type: ignore[arg-type]
        except (IllegalAction, InvalidAction):
            pass
        else:
            raise CheckFailed(f"{wrong!r:.40} is accepted as an action")
    try:
        state.places()
    except ValueError:
        pass
    else:
        raise CheckFailed("places() answers while the game goes on")
    copy = state.copy()
    copy.apply(rng.choice(legal))
    while copy.to_act is not None and rng.random() < 0.8:
        copy.apply(rng.choice(copy.legal_actions()))
    _require(_facts(state) == before, "the state changes with its copy, or by refused actions")
    for seat in range(state.game.seats):
        view = state.view(seat)
        _require(view.legal_actions == (legal if seat == state.to_act else ()), f"seat {seat} sees other legal actions")
        _check_view(view, state.deals[-1]["actions"], rng)


def _check_view(view: View, actions: list[list[object]], rng: random.Random) -> None:
    """A view stands for itself: as JSON, pickled, and as all that a sampled state needs to give it again."""
    game, seat = view.game, view.seat
    data = view.to_json()
    _require(json.loads(json.dumps(data)) == data, "to_json() gives what is not plain JSON")
    _require(game.rules.view_from_json(game, data) == view, "a view is another one when it comes back from JSON")
    _require(pickle.loads(pickle.dumps(view)) == view, "a view is another one when pickled")  # noqa: S301  # our own
    _require(hash(view) == hash(pickle.loads(pickle.dumps(view))), "equal views have different hashes")  # noqa: S301
    _require(len(view.history) == len(actions), "a view's history has other actions than the deal")
    for (actor, shown), (real_actor, action) in zip(view.history, actions, strict=True):
        whole = str(action)
        seen = (whole,) if actor == seat else (whole, whole.split(" ")[0])
        _require(actor == real_actor and shown in seen, f"seat {seat} sees {shown!r} for {whole!r} of seat {actor}")
    sampled = view.sample(rng)
    _require(sampled.view(seat) == view, f"a state sampled from seat {seat}'s view gives it another view")
    _require(sampled.to_act == view.to_act, "a sampled state has another seat to act")


def _check_hidden(state: State, rng: random.Random) -> None:
    """No leak: at the start of a game other cards may be hidden from a seat than those that are."""
    for seat in range(state.game.seats):
        packs = {sample.deals[-1]["pack"] for sample in (state.view(seat).sample(rng) for _ in range(20))}
        _require(len(packs) > 1, f"seat {seat}'s view tells it the whole pack")


def _check_end(state: State, rng: random.Random) -> None:
    _require(state.legal_actions() == (), "there are legal actions after the end")
    places = state.places()
    _require(len(places) == state.game.seats, f"{places} are not a place for each of {state.game.seats} seats")
    ranks = [1 + sum(other < place for other in places) for place in places]
    _require(list(places) == ranks, f"the places {places} do not follow each other: level ones share the better")
    for seat in range(state.game.seats):
        _check_view(state.view(seat), state.deals[-1]["actions"], rng)
    played = state.copy()
    try:
        played.apply("7H")
    except (IllegalAction, InvalidAction):
        return
    raise CheckFailed("an action is accepted after the end")


def _check_replay(game: Game, seed: str) -> None:
    """A match of random players makes a replay that is read, and made again from its actions to the byte."""
    players = [Random(f"random{number}", game, number) for number in range(game.seats)]
    written = replay.dumps(match.play(game, players, seed=seed, boards=1))
    doc = replay.read(written).doc
    _require(replay.regenerate(doc) == written, "a replay is another one when made again from its seed and actions")
