import random

import pytest

import games
from games.players import load
from games.players.normal_saat_aath import Table
from games.saat_aath.tables import DECK

CLASSIC = games.load("saat-aath")


def views(game, boards, player="easy"):
    """The views of the seats to act, as `player` plays."""
    for board in range(boards):
        state = game.start("a07", board)
        seats = [load(player, game, seed=seat) for seat in (0, 1)]
        while state.to_act is not None:
            view = state.view(state.to_act)
            yield state, view
            state.apply(seats[state.to_act].act(view))


def test_the_longest_suit_is_called():
    player = load("normal", CLASSIC)
    calls = [(view, player.act(view)) for _, view in views(CLASSIC, 40) if view.trumps is None]
    assert len(calls) == 40
    for view, call in calls:
        lengths = {suit: sum(card[1] == suit for card in view.hand) for suit in "CDHS"}
        assert lengths[call] == max(lengths.values())


def test_no_trick_is_lost_with_a_card_that_may_yet_win_what_a_lower_one_of_its_suit_may_not():
    player = load("normal", CLASSIC)
    checked = 0
    for _, view in views(CLASSIC, 30):
        if view.trick and all(card in view.hand for card in view.legal_actions):
            table = Table.of(view)
            beats, follow = table.rules.beats, table.rules.follow
            played = DECK.bit[player.act(view)]
            if not beats[DECK.bit[view.trick[0][1]]] & played:
                checked += 1
                lower = [bit for card in view.legal_actions if beats[bit := DECK.bit[card]] & played & follow[bit]]
                assert not [bit for bit in lower if table.theirs & beats[bit] & follow[bit] & ~beats[played]]
    assert checked > 10


@pytest.mark.parametrize("preset", ["classic", "winner-draws"])
def test_the_table_holds_what_the_seat_sees_and_no_hand_it_does_not(preset):
    game = games.load("saat-aath", preset)
    for state, view in views(game, 3):
        if view.trumps is None:
            continue
        table = Table.of(view)
        hand = state._hands[1 - view.seat] & state._cards[1 - view.seat]
        assert hand & ~(table.known | table.possible) == 0
        assert table.known == DECK.mask(view.opponent_known)
        assert 0 <= table.chance <= 1
        twin = Table.of(view.sample(random.Random(1)).view(view.seat))
        assert twin == table
