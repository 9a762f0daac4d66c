"""What `hard` rests on: endings without secrets are played perfectly; its playouts are the engine's."""

import random

import pytest

import games
from games.badam_satti.tables import DECK
from games.players import hard_badam_satti as badam
from games.players import load
from games.solver import values


@pytest.mark.parametrize("preset", ["classic", "plain-sevens"])
def test_an_ending_without_secrets_is_played_perfectly(preset):
    """Hands are played and stacks turned up first, so that the last tricks are open."""
    game = games.load("saat-aath", preset)
    hard = load("hard", game)
    rng = random.Random(1)
    checked = 0
    for board in range(40):
        state = game.start("e9d", board)
        while state.to_act is not None:
            view = state.view(state.to_act)
            secrets = view.opponent_cards + sum(stack.closed for stacks in view.stacks for stack in stacks)
            if view.trumps and not secrets:
                worth = values(state)
                checked += len(set(worth.values())) > 1
                assert worth[hard.act(view)] == max(worth.values())
            last = {stack.open for stack in view.stacks[view.seat] if not stack.closed} if view.trumps else set()
            early = [action for action in view.legal_actions if action not in last]
            state.apply(rng.choice(early or view.legal_actions))
    assert checked > 10


def rule(state):
    """The action by the playouts' rule, through the engine's own state."""
    legal = state.legal_actions()
    if state.giving_to is not None:
        return next(f"give {card}" for row in ("K", "AQ", "2J", "3T", "49", "58", "67") for card in held(state, row))
    hand = state._hands[state.to_act]
    least = min(hand.bit_count() for hand in state._hands)

    def worth(card):
        beyond, table = badam._RULES[least][DECK.bit[card]]
        return table[hand & beyond]

    return max(sorted(legal, key=lambda card: DECK.bit[card]), key=worth)


def held(state, row):
    cards = [DECK.name[bit] for bit in sorted(DECK.name) if state._hands[state.to_act] & bit]
    return [card for card in cards if card[0] in row]


@pytest.mark.parametrize("options", [{}, {"players": 3}, {"players": 6}, {"take_a_card": True}])
def test_a_playout_ends_as_the_engine_ends_when_all_follow_the_rule(options):
    game = games.load("badam-satti", rounds=1, **options)
    rng = random.Random(1)
    for board in range(15):
        state = game.start("91a7", board)
        for _ in range(rng.randrange(25)):
            if state.to_act is not None:
                state.apply(rng.choice(state.legal_actions()))
        if state.to_act is None:
            continue
        action = rng.choice(state.legal_actions())
        hands = badam._round_played_out(state, state.to_act, action)
        state.apply(action)
        while state.to_act is not None:
            state.apply(rule(state))
        assert hands == state._hands


def test_the_rule_lets_out_the_farthest_card_and_holds_back_what_others_wait_for_when_they_have_few_cards():
    beyond, worth = badam._RULES[10][DECK.bit["8C"]]
    assert worth[DECK.bit["KC"]] > worth[DECK.bit["9C"]] > worth[0]
    assert beyond == DECK.mask(["9C", "TC", "JC", "QC", "KC"])
    assert badam._RULES[1][DECK.bit["8C"]][1][0] < worth[0] < 0
