"""Sampling: whatever the view, the state drawn fits it; and near the end of a deal, every fitting deal is as likely."""

import random
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import Game, State
from games.badam_satti import State as BadamSatti
from games.saat_aath import State as SaatAath
from tests.games.strategies import any_state, play_on


@settings(max_examples=150, deadline=None)
@given(any_state(), st.integers(0, 2**32))
def test_a_sampled_state_gives_the_same_view_and_plays_on(state: State, seed: int) -> None:
    rng = random.Random(seed)
    for seat in range(state.game.seats):
        view = state.view(seat)
        sampled = view.sample(rng)
        assert sampled.view(seat) == view
        assert sampled.to_act == state.to_act
        assert sampled.deals[0]["deal"] == view.deal  # type: ignore[attr-defined]
        names = sorted(sampled.deals[-1]["pack"].split(" "))
        assert names == sorted(state.deals[-1]["pack"].split(" "))
        play_on(sampled, rng).places()


def test_sampling_changes_neither_the_view_nor_the_state() -> None:
    state = games.load("badam-satti", take_a_card=True).start("5eed", 0)
    play_on(state, random.Random(1), 30)
    before = state.deals
    view = state.view(2)
    data = view.to_json()
    for seed in range(20):
        play_on(view.sample(random.Random(seed)), random.Random(seed))
    assert state.deals == before
    assert view.to_json() == data


def test_the_same_randomness_samples_the_same_state() -> None:
    state = games.load("saat-aath", "winner-draws").start("5eed", 0)
    play_on(state, random.Random(2), 40)
    view = state.view(1)
    assert view.sample(random.Random(3)).deals == view.sample(random.Random(3)).deals


SAMPLED = [
    games.load("saat-aath", sevens=sevens, reveal=reveal, winner_draws=draws, deals=3)
    for sevens, reveal, draws in product(("top", "plain"), ("after_trick", "at_once"), (True, False))
] + [games.load("badam-satti", players=players, rounds=1) for players in (3, 4, 5)]


@pytest.mark.parametrize("game", SAMPLED, ids=lambda game: "-".join(map(str, game.options.values())))
def test_near_the_end_every_fitting_deal_is_drawn_as_often(game: Game) -> None:
    """Games with `take_a_card` are left to tests/games/badam_satti/test_belief.py, which counts the pasts."""
    rng = random.Random(repr(game))
    found = 0
    while found < 4:
        state = play_on(game.start("abc", rng.randrange(10**6)), rng, rng.randrange(20, 120))
        for seat in range(game.seats):
            if state.to_act is not None and 1 < len(hidden_places(state, seat)) <= 5:
                check_uniform(state, seat, rng)
                found += 1


def hidden_places(state: State, seat: int) -> list[int]:
    """The indexes in the pack of the cards that the seat has not seen."""
    deal = state.history[-1]
    names = [deal.names[bit] for bit in deal.pack]
    if isinstance(state, BadamSatti):
        laid = {action for _, action in deal.actions}
        first = (seat - deal.dealer - 1) % state.game.seats
        own = set(names[first :: state.game.seats])
        return [index for index, name in enumerate(names) if name not in laid | own]
    assert isinstance(state, SaatAath)
    view = state.view(seat)
    seen = {action for _, action in deal.actions} | set(view.hand) | set(view.opponent_known)
    seen |= {stack.open for stacks in view.stacks for stack in stacks if stack.open}
    return [index for index, name in enumerate(names) if name not in seen]


def check_uniform(state: State, seat: int, rng: random.Random) -> None:
    view = state.view(seat)
    places = hidden_places(state, seat)
    pack = state.history[-1].pack
    fitting = set()
    for cards in permutations([pack[place] for place in places]):
        other = dealt_otherwise(state, dict(zip(places, cards, strict=True)))
        if other is not None and other.view(seat) == view:
            fitting.add(hidden(other))
    assert hidden(state) in fitting
    counts = Counter(hidden(view.sample(rng)) for _ in range(20 * len(fitting)))
    assert set(counts) <= fitting
    chi_squared = sum((counts[each] - 20) ** 2 / 20 for each in fitting)
    freedom = len(fitting) - 1
    assert chi_squared <= freedom + 5 * (2 * freedom) ** 0.5 + 12  # far beyond chance


def hidden(state: State) -> tuple[Any, ...]:
    """Where all cards are now that are not played."""
    if isinstance(state, BadamSatti):
        return tuple(state._hands)
    assert isinstance(state, SaatAath)
    return tuple(state._hands), tuple(state._cards), tuple(sorted(state._under.items()))


def dealt_otherwise(state: State, changes: dict[int, int]) -> State | None:
    """The deal played again with other cards in some places of the pack; None where the rules forbid it."""
    deal = state.history[-1]
    pack = [changes.get(place, bit) for place, bit in enumerate(deal.pack)]
    renamed = {deal.names[deal.pack[place]]: deal.names[bit] for place, bit in changes.items()}
    other: Any = type(state)(state.game, "0", 0)
    other.scores = list(state.scores)  # type: ignore[attr-defined]
    if isinstance(state, SaatAath):
        draws = state.draws_left + sum(action.startswith("give") for _, action in deal.actions)
        other.deal(deal.number, drawer=state.drawer, draws=draws, pack=pack)
    else:
        other.deal(deal.number, pack=pack)
    try:
        for seat, action in deal.actions:
            if action != "pass":
                words = [renamed.get(word, word) for word in action.split(" ")]
                if seat != other.to_act:
                    return None
                other.apply(" ".join(words))
    except ValueError:
        return None
    return other  # type: ignore[no-any-return]
