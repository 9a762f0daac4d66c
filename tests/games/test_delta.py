"""Changes from one view to the next: small, JSON, and they lead to the same view."""

import json
import random
from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import State
from games.delta import Delta, Values
from games.saat_aath import View
from tests.games.strategies import any_game, play_on

PRESETS = [(name, preset) for name in ("saat-aath", "badam-satti") for preset in games.presets(name)]


def same(view: object, other: object) -> bool:
    """Equal, and of the same types: a list in a view is equal to no tuple, but True is equal to 1."""
    return repr(view) == repr(other) and view == other and hash(view) == hash(other)


def deltas(state: State, rng: random.Random, seats: tuple[int, ...]) -> tuple[int, int, int]:
    """Play on. Returns the views that these seats were sent whole, those as changes, and the bytes of the changes."""
    delta = state.game.rules.delta
    assert delta is not None
    known: dict[int, Values] = {}
    whole = changed = size = 0
    while state.to_act is not None:
        seat = state.to_act
        if seat in seats:
            view = state.view(seat)
            changes = delta.between(known[seat], delta.values(view)) if seat in known else None
            if changes is None:
                whole += 1
                known[seat] = delta.values(games.view_from_json(state.game, json.loads(json.dumps(view.to_json()))))
            else:
                changed += 1
                line = json.dumps(changes, separators=(",", ":"))
                size += len(line)
                known[seat] = delta.apply(known[seat], json.loads(line))
            assert same(delta.view(known[seat]), view)
        state.apply(rng.choice(state.legal_actions()))
    return whole, changed, size


@settings(max_examples=60, deadline=None)
@given(any_game(), st.integers(0, 2**32))
def test_changes_lead_to_the_view_in_any_game(game: games.Game, seed: int):
    deltas(game.start(f"{seed:x}", 0), random.Random(seed), tuple(range(game.seats)))


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_views_are_sent_whole_in_new_deals_only_and_changes_are_small(name: str, preset: str):
    state = games.load(name, preset).start("7", 0)
    whole, changed, size = deltas(state, random.Random(1), (0,))
    assert whole <= 2 * len(state.history)  # once more where stacks appear
    assert changed > 2 * whole
    assert size / changed < 260


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_changes_between_two_games_lead_to_the_view_as_well(name: str, preset: str):
    """Nothing is assumed of the view before, but that both sides have it."""
    game = games.load(name, preset)
    delta = game.rules.delta
    assert delta is not None
    rng = random.Random(3)
    views = []
    for board in range(12):
        state = game.start("9", board)
        play_on(state, rng, board % 4)
        views += [state.view(seat) for seat in range(game.seats)]
    led = 0
    for before in views:
        for view in views:
            changes = delta.between(delta.values(before), delta.values(view))
            if changes is not None:
                led += 1
                assert same(delta.view(delta.apply(delta.values(before), json.loads(json.dumps(changes)))), view)
    assert led > len(views)


def test_an_unknown_field_is_refused():
    state = games.load("saat-aath").start("0", 0)
    delta = state.game.rules.delta
    assert delta is not None
    with pytest.raises(KeyError, match="luck"):
        delta.apply(delta.values(state.view(0)), {"luck": 7})


def test_every_field_is_compared():
    delta = games.load("saat-aath").rules.delta
    assert isinstance(delta, Delta)
    view = games.load("saat-aath").start("0", 0).view(0)
    before = delta.values(view)
    assert len(before) == len(fields(View))
    for place, field in enumerate(fields(View)):
        if field.name not in ("game", "deal", "history", "stacks"):
            now = (*before[:place], "other", *before[place + 1 :])
            assert delta.between(before, now) == {field.name: "other"}
