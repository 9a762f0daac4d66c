"""Any game as a PettingZoo AEC environment, to train bots with the field's tools. Needs the extra `rl`.

    from games.pettingzoo import env

    environment = env("saat-aath", preset="classic")
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        done = termination or truncation
        action = None if done else environment.action_space(agent).sample(observation["action_mask"])
        environment.step(action)

Agents are the seats. An observation is what `games.encoding` makes of that seat's view; rewards come when the game is
over: the mean over the others of 1 for a better place and -1 for a worse one.
"""

import random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

import games
from games.encoding import encoding_of

Observation = dict[str, NDArray[Any]]


def env(game: str = "saat-aath", preset: str | None = None, render_mode: str | None = None, **options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers: an illegal action ends the game with a reward of -1."""
    environment: AECEnv = raw_env(game, preset, render_mode, **options)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)


class raw_env(AECEnv, EzPickle):  # PettingZoo's name for it
    """The environment alone. Its random deals come from the seed given to `reset`."""

    metadata = {"name": "satti_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: str = "saat-aath", preset: str | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        EzPickle.__init__(self, game, preset, render_mode, **options)
        super().__init__()
        self.game = games.load(game, preset, **options)
        self.encoding = encoding_of(self.game)
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.agents}
        self._rng = random.Random()  # noqa: S311  # training, not secrets

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-1, 1, (self.encoding.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed the deals go on from those before."""
        if seed is not None:
            self._rng.seed(seed)
        self.state = self.game.start(f"{self._rng.getrandbits(128):x}", 0)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> Observation:
        view = self.state.view(self.possible_agents.index(agent))
        return {
            "observation": np.array(self.encoding.observation(view), np.float32),
            "action_mask": np.array(self.encoding.mask(view), np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play the action of that number. Raises games.IllegalAction where the mask forbids it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent] or action is None:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        view = self.state.view(self.possible_agents.index(agent))
        self.state.apply(self.encoding.action(view, int(action)))
        if self.state.to_act is None:
            self.rewards = _rewards(self.possible_agents, self.state.places())
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        seat = self.state.to_act
        self.agent_selection = self.possible_agents[0 if seat is None else seat]

    def render(self) -> str | None:
        """The deal so far, its actions in their order, where `render_mode` is "ansi"."""
        if self.render_mode is None:
            return None
        deal = self.state.history[-1]
        return f"deal {deal.number}: " + ", ".join([f"{seat}: {action}" for seat, action in deal.actions])

    def close(self) -> None:
        pass


def _rewards(agents: list[str], places: tuple[int, ...]) -> dict[str, float]:
    others = len(agents) - 1
    return {
        agent: sum((mine < place) - (mine > place) for place in places) / others
        for agent, mine in zip(agents, places, strict=True)
    }
