"""PettingZoo's own checks over both games, and that an observation holds no more than the view."""

import pickle
import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import games
from games.encoding import encoding_of
from games.pettingzoo import env, raw_env

GAMES = [
    ("saat-aath", {}),
    ("saat-aath", {"preset": "winner-draws"}),
    ("saat-aath", {"preset": "78", "deals": 4}),
    ("badam-satti", {"rounds": 1}),
    ("badam-satti", {"preset": "take-a-card", "players": 6}),
]


@pytest.mark.parametrize(("game", "options"), GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoos_own_checks_pass(game, options):
    api_test(env(game, **options), num_cycles=300)
    seed_test(lambda: env(game, **options), num_cycles=300)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_every_legal_action_has_a_number_and_every_allowed_number_is_legal(game, options):
    game = games.load(game, **options)
    encoding = encoding_of(game)
    rng = random.Random(1)
    for board in range(3):
        state = game.start("ac7", board)
        while state.to_act is not None:
            view = state.view(state.to_act)
            mask = encoding.mask(view)
            allowed = [encoding.action(view, number) for number, legal in enumerate(mask) if legal]
            assert len(mask) == encoding.actions
            assert sorted(allowed) == list(view.legal_actions)
            idle = state.view((state.to_act + 1) % game.seats)
            assert not any(encoding.mask(idle))
            state.apply(rng.choice(allowed))


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_what_a_seat_cannot_see_is_not_in_its_observation(game, options):
    """Another state that fits the same view looks the same, number for number."""
    game = games.load(game, **options)
    encoding = encoding_of(game)
    rng = random.Random(2)
    state = game.start("1eaf", 0)
    while state.to_act is not None:
        if rng.random() < 0.3:
            seat = rng.randrange(game.seats)
            view = state.view(seat)
            other = view.sample(rng).view(seat)
            assert encoding.observation(other) == encoding.observation(view)
            assert len(encoding.observation(view)) == encoding.size
        state.apply(rng.choice(state.legal_actions()))


def test_observations_of_one_game_differ_as_it_goes_on():
    environment = env("badam-satti")
    environment.reset(seed=3)
    seen = []
    for _ in environment.agent_iter():
        observation, _, done, _, _ = environment.last()
        if done:
            break
        seen.append(observation["observation"].tobytes())
        environment.step(int(np.flatnonzero(observation["action_mask"])[0]))
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_rewards_come_at_the_end_and_add_up_to_nothing(game, options):
    environment = env(game, **options)
    environment.reset(seed=4)
    rewards = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, done, _, _ = environment.last()
        rewards[agent] += reward
        if not done:
            assert reward == 0
        environment.step(None if done else environment.action_space(agent).sample(observation["action_mask"]))
    places = environment.unwrapped.state.places()
    assert sum(rewards.values()) == pytest.approx(0)
    best = environment.possible_agents[places.index(1)]
    assert rewards[best] == max(rewards.values())


def test_an_illegal_action_ends_the_game_with_a_penalty_and_raises_without_the_wrappers():
    environment = env("saat-aath")
    environment.reset(seed=5)
    agent = environment.agent_selection
    environment.step(0)  # a card, where trumps are to be called
    assert environment.rewards[agent] == -1
    bare = raw_env("saat-aath")
    bare.reset(seed=5)
    with pytest.raises(games.IllegalAction):
        bare.step(0)


def test_an_environment_can_be_pickled():
    environment = raw_env("saat-aath", preset="78", target=3)
    assert pickle.loads(pickle.dumps(environment)).game == environment.game


def test_a_game_without_an_encoding_is_refused_by_name():
    class Other:
        name = "other-game"

    with pytest.raises(ValueError, match="other-game"):
        encoding_of(Other())
