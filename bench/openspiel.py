"""The yardstick: random play in OpenSpiel, driven from Python and by its own loop in C++."""

import random
from collections.abc import Callable

try:
    import pyspiel
except ImportError:
    pyspiel = None

GAMES = ("euchre", "hearts")
HOW_TO_GET_IT = "OpenSpiel is not installed, so nothing is compared with it: pip install 'satti-arena[bench]'"


def from_python(name: str) -> Callable[[], int]:
    """Plays a game; returns its decisions. Chance nodes are sampled in the cheapest way: these games' are uniform."""
    game = pyspiel.load_game(name)
    pick = random.Random(1).random

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(actions[int(pick() * len(actions))])
        return decisions

    return play


def in_cpp(name: str) -> Callable[[], float]:
    """Plays a game with `evaluate_bots`; returns the mean number of decisions in one, counted beforehand."""
    game = pyspiel.load_game(name)
    bots = [pyspiel.make_uniform_random_bot(player, player + 1) for player in range(game.num_players())]
    seeds = iter(range(10**9))

    def play() -> object:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return state

    sample = 2000
    decisions = sum(step.player >= 0 for _ in range(sample) for step in play().full_history()) / sample

    def count() -> float:
        play()
        return decisions

    return count


def information_states(name: str) -> Callable[[], int]:
    """What the player to act may know, as text, along one random game: the nearest thing to a view."""
    game = pyspiel.load_game(name)
    rng = random.Random(2)
    states = []
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node():
            states.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))

    def read() -> int:
        for state in states:
            state.information_state_string()
        return len(states)

    return read
