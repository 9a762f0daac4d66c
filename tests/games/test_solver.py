"""The solver against plain minimax over the engine's states, which knows nothing of masks, bounds or equal cards."""

import random
from itertools import product

import pytest

import games
from games.saat_aath.state import State
from games.solver import Solver, price, values

RULES = list(product(("top", "plain"), ("after_trick", "at_once")))


def start(board: int, rng: random.Random, **options: str) -> State:
    state = games.load("saat-aath", **options).start("5011e5", board)
    state.apply(rng.choice("CDHS"))
    return state


def play_on(state: State, tricks: int, rng: random.Random) -> None:
    while sum(state.tricks) < tricks:
        state.apply(rng.choice(state.legal_actions()))


def minimax(state: State, seat: int) -> int:
    """The tricks of the whole deal for `seat`."""
    if state.to_act is None:
        return state.history[-1].tricks[seat]
    return (max if state.to_act == seat else min)(minimax(after(state, card), seat) for card in state.legal_actions())


def after(state: State, action: str) -> State:
    twin = state.copy()
    twin.apply(action)
    return twin


@pytest.mark.parametrize(("sevens", "reveal"), RULES)
def test_every_card_of_an_ending_is_worth_what_minimax_says(sevens, reveal):
    for board in range(60):
        rng = random.Random(board)
        state = start(board, rng, sevens=sevens, reveal=reveal)
        play_on(state, rng.choice((11, 12, 13, 14)), rng)
        if rng.random() < 0.5:
            state.apply(rng.choice(state.legal_actions()))
        seat = state.to_act
        assert values(state) == {card: minimax(after(state, card), seat) for card in state.legal_actions()}


@pytest.mark.parametrize("sevens", ["top", "plain"])
def test_an_ending_with_cards_still_covered_is_worth_what_minimax_says(sevens):
    """Players who keep their stacks to the last: the cards under them matter in every line."""
    for board in range(12):
        rng = random.Random(board)
        state = start(board, rng, sevens=sevens)
        while sum(state.tricks) < 11:
            cards = state.view(state.to_act)
            from_hand = [card for card in state.legal_actions() if card in cards.hand]
            state.apply(rng.choice(from_hand or state.legal_actions()))
        assert any(stack.closed for stacks in cards.stacks for stack in stacks)
        seat = state.to_act
        assert values(state) == {card: minimax(after(state, card), seat) for card in state.legal_actions()}


@pytest.mark.parametrize("board", range(4))
def test_best_play_on_both_sides_keeps_its_value_to_the_end_of_the_deal(board):
    state = start(board, random.Random(board), sevens=("top", "plain")[board % 2])
    play_on(state, 4, random.Random(board))
    solver = Solver(state)
    promised = {state.to_act: solver.best(state), 1 - state.to_act: 15 - solver.best(state)}
    while state.to_act is not None:
        worth = solver.values(state)
        assert max(worth.values()) == solver.best(state) == promised[state.to_act]
        state.apply(max(worth, key=worth.get))
    assert state.history[-1].tricks == (promised[0], promised[1])


def test_a_call_is_worth_what_the_best_lead_then_takes():
    state = games.load("saat-aath").start("ca11", 0)
    worth = values(state)
    assert sorted(worth) == list("CDHS")
    called = after(state, "H")
    assert worth["H"] == max(values(called).values())


def test_price_gives_the_values_before_every_action_and_none_for_draws():
    game = games.load("saat-aath", preset="winner-draws", deals=2)
    deals: list[dict] = [{}]
    for board in range(10):
        state, rng = game.start("d7a3", board), random.Random(board)
        while state.to_act is not None:
            state.apply(rng.choice(state.legal_actions()))
        if state.deals[0]["tricks"] not in ([7, 8], [8, 7]):
            deals = state.deals
    deal = deals[1]
    priced = price(game, deal)
    assert len(priced) == len(deal["actions"])
    draws = [i for i, (_, action) in enumerate(deal["actions"]) if " " in action]
    assert draws
    assert [i for i, worth in enumerate(priced) if worth is None] == draws
    for (seat, action), worth in zip(deal["actions"], priced, strict=True):
        assert worth is None or action in worth
        if worth and action in "CDHS":
            assert seat == 1 - deal["dealer"]
    assert priced[-1] == {deal["actions"][-1][1]: deal["tricks"][deal["actions"][-1][0]]}


def test_price_of_a_deal_cut_short_by_a_fault_prices_what_was_played():
    game = games.load("saat-aath")
    state = start(3, random.Random(3))
    play_on(state, 9, random.Random(3))
    deal = state.deals[0]
    assert price(game, deal)[-1].keys() >= {deal["actions"][-1][1]}
    assert price(game, deal | {"actions": []}) == []


def test_the_solver_says_where_it_has_no_answer():
    game = games.load("saat-aath")
    with pytest.raises(ValueError, match="not called"):
        Solver(game.start("0", 0))
    state = game.start("0", 0)
    state.apply("C")
    while state.to_act is not None:
        state.apply(state.legal_actions()[0])
    with pytest.raises(ValueError, match="nowhere else"):
        values(state)
