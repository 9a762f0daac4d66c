"""PettingZoo's own checks over both games, and that an observation holds no more than the view."""

import copy
import pickle
import random
import re
from pathlib import Path

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
    places = environment.unwrapped.position.places()
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


def played(environment, seed, steps):
    """The observations and actions of so many steps with the first legal action each."""
    rng = random.Random(seed)
    seen = []
    for _ in range(steps):
        observation, *_, done, _, _ = environment.last()
        if done:
            break
        action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        seen.append((environment.agent_selection, observation["observation"].tobytes(), action))
        environment.step(action)
    return seen


COPIES = {"deepcopy": copy.deepcopy, "pickle": lambda environment: pickle.loads(pickle.dumps(environment))}


@pytest.mark.parametrize("again", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_copy_keeps_the_position_and_is_independent(game, options, again):
    environment = env(game, **options)
    environment.reset(seed=6)
    played(environment, 7, 11)
    twin = again(environment)
    assert twin.unwrapped.position.deals == environment.unwrapped.position.deals
    before = environment.state().tobytes()
    rest = played(twin, 8, 200)
    assert environment.state().tobytes() == before
    assert played(environment, 8, 200) == rest
    for each in (environment, twin):  # and the deals that come next are the same
        each.reset()
    assert played(environment, 9, 20) == played(twin, 9, 20)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_the_state_is_an_array_of_all_observations(game, options):
    environment = env(game, **options)
    environment.reset(seed=10)
    played(environment, 11, 20)
    state = environment.state()
    assert environment.unwrapped.state_space.contains(state)
    seen = [environment.observe(agent)["observation"] for agent in environment.possible_agents]
    assert (state == np.concatenate(seen)).all()


@pytest.mark.parametrize("seed", [np.int64(5), np.uint8(5), np.array(5), True + 4])
def test_whole_numbers_of_any_kind_are_seeds(seed):
    one, other = raw_env(), raw_env()
    one.reset(seed=5)
    other.reset(seed=seed)
    assert one.position.deals == other.position.deals


@pytest.mark.parametrize("seed", [5.0, "5", -1, np.float64(5), [5]])
def test_what_is_no_seed_is_refused(seed):
    with pytest.raises((TypeError, ValueError)):
        raw_env().reset(seed=seed)


def test_a_mode_of_rendering_or_an_option_of_reset_that_there_is_not_is_refused():
    with pytest.raises(ValueError, match=r"render_mode 'human' is not supported: it must be None or one of \['ansi'\]"):
        env("badam-satti", render_mode="human")
    with pytest.raises(ValueError, match="'target'"):
        env("saat-aath").reset(options={"target": 3})


@pytest.mark.parametrize("action", [-1, 10**9, 3.7, "7H", None, True, np.float32(3), 0])
def test_an_invalid_action_is_refused_and_changes_nothing(action):
    environment = raw_env("saat-aath")
    environment.reset(seed=5)
    before = environment.state().tobytes(), environment.position.deals, environment.infos
    with pytest.raises((games.InvalidAction, games.IllegalAction)):
        environment.step(action)
    assert (environment.state().tobytes(), environment.position.deals, environment.infos) == before
    if action != 0:
        wrapped = env("saat-aath")
        wrapped.reset(seed=5)
        if action is not True:  # for Gymnasium it is 1
            with pytest.raises(AssertionError):
                wrapped.step(action)


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_infos_hold_the_mask_and_the_names_of_the_legal_actions(game, options):
    environment = env(game, **options)
    environment.reset(seed=12)
    for agent in environment.agent_iter():
        observation, _, done, _, info = environment.last()
        assert (info["action_mask"] == observation["action_mask"]).all()
        assert list(info["actions"]) == np.flatnonzero(observation["action_mask"]).tolist()
        view = environment.unwrapped.position.view(environment.possible_agents.index(agent))
        assert sorted(info["actions"].values()) == list(view.legal_actions)
        for other in set(environment.agents) - {agent}:
            assert not environment.infos[other]["action_mask"].any()
        environment.step(None if done else next(iter(info["actions"])))


def test_each_game_has_a_name_of_its_own():
    names = [make(game).metadata["name"] for make in (env, raw_env) for game in ("saat-aath", "badam-satti")]
    assert names == ["saat_aath_v0", "badam_satti_v0"] * 2
    assert raw_env.metadata["name"] == "satti_v0"


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_each_number_of_an_observation_has_a_label_that_is_true(game, options):
    game = games.load(game, **options)
    encoding = encoding_of(game)
    assert len(encoding.labels) == len(set(encoding.labels)) == encoding.size
    rng = random.Random(13)
    state = game.start("1abe1", 0)
    while state.to_act is not None:
        if rng.random() < 0.3:
            view = state.view(rng.randrange(game.seats))
            told = dict(zip(encoding.labels, encoding.observation(view), strict=True))
            expected = of_saat_aath(view) if game.name == "saat-aath" else of_badam_satti(view)
            assert expected.items() <= told.items()
            assert len(told) - len(expected) == (30 if game.name == "saat-aath" else 0)  # what the opponent lacks
        state.apply(rng.choice(state.legal_actions()))


def test_the_documentation_says_what_each_number_is():
    """Rows such as `| 0 to 29 | "hand CARD" ... |`, counted for four seats in Badam Satti."""
    page = (Path(__file__).parents[2] / "docs" / "training.md").read_text("utf-8")
    for name in ("saat-aath", "badam-satti"):
        labels = encoding_of(games.load(name)).labels
        table = page.partition(f"### {name}")[2].partition("\n\n#")[0]
        rows = re.findall(r"^\| (\d+)(?: to (\d+))? \| `([^`]+)`(?: to `([^`]+)`)? ", table, re.MULTILINE)
        following = 0
        for first, last, from_, to in rows:
            assert int(first) == following
            following = int(last or first) + 1
            assert (labels[int(first)], labels[following - 1]) == (from_, to or from_)
        assert following == len(labels)


def of_saat_aath(view):
    cards = games.saat_aath.tables.DECK.canonical
    own, other = view.seat, 1 - view.seat
    told = {}
    for card in cards:
        told[f"hand {card}"] = float(card in view.hand)
        told[f"opponent known {card}"] = float(card in view.opponent_known)
        told[f"trick {card}"] = float(card in [played for _, played in view.trick])
        for seat, who in ((own, "own"), (other, "opponent")):
            told[f"{who} open {card}"] = float(any(card == stack.open for stack in view.stacks[seat]))
            told[f"{who} covering {card}"] = float(any(card == s.open and s.closed for s in view.stacks[seat]))
            told[f"{who} played {card}"] = float((seat, card) in view.history)
    for seat, who in ((own, "own"), (other, "opponent")):
        told[f"{who} tricks / 15"] = view.tricks[seat] / 15
        told[f"{who} score / 10"] = max(-1.0, min(1.0, view.scores[seat] / 10))
        told[f"{who} draws"] = float(view.drawer == seat)
    told |= {f"trumps {suit}": float(view.trumps == suit) for suit in "CDHS"}
    told |= {"own deal": float(view.dealer == own), "own turn": float(view.to_act == own)}
    return told | {"opponent cards / 5": view.opponent_cards / 5, "draws left / 8": view.draws_left / 8}


def of_badam_satti(view):
    cards = games.badam_satti.tables.DECK.canonical
    seats = len(view.hand_sizes)
    told = {f"hand {card}": float(card in view.hand) for card in cards}
    for number in range(seats):
        seat = (view.seat + number) % seats
        told |= {f"seat +{number} laid {card}": float((seat, card) in view.history) for card in cards}
        told[f"seat +{number} cards / 18"] = view.hand_sizes[seat] / 18
        told[f"seat +{number} passes / 20"] = min(1.0, view.history.count((seat, "pass")) / 20)
        told[f"seat +{number} points / 400"] = min(1.0, view.scores[seat] / 400)
        told[f"seat +{number} is given a card"] = float(view.giving_to == seat)
        told[f"seat +{number} turn"] = float(view.to_act == seat)
    return told | {"round / 5": view.deal / 5, "passes in a row / seats": min(1.0, view.passes / seats)}


def test_a_game_without_an_encoding_is_refused_by_name():
    class Other:
        name = "other-game"

    with pytest.raises(ValueError, match="other-game"):
        encoding_of(Other())
