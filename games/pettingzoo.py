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

import operator
import random
from typing import Any

import numpy as np
from gymnasium import spaces
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


class raw_env(AECEnv):  # PettingZoo's name for it
    """The environment alone. Its random deals come from the seed of `reset`; copies and pickles keep the position.

    `position` is the game as it stands, a games.State.
    """

    metadata: dict[str, Any] = {"name": "satti_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: str = "saat-aath", preset: str | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        """Raises games.OptionError for what is no game or option, ValueError for a render mode that there is not."""
        super().__init__()
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ValueError(f"render_mode {render_mode!r} is not supported: it must be None or one of {modes}")
        self.game = games.load(game, preset, **options)
        self.encoding = encoding_of(self.game)
        self.metadata = self.metadata | {"name": f"{self.game.name.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self.agents = self.possible_agents[:]
        self.observation_spaces = {agent: self._observation_space() for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.agents}
        self.state_space = spaces.Box(-1, 1, (self.encoding.size * self.game.seats,), np.float32)
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
        """Deal a new game. Without a seed (a whole number from 0) the deals go on from those before.

        `options` are PettingZoo's, and none has a meaning here. Those of the game belong to `env` and are refused.
        """
        if wrong := [name for name in options or () if name in self.game.options]:
            raise ValueError(f"{wrong[0]!r} is an option of the game: give it to env(), not to reset()")
        if seed is not None:
            number = operator.index(seed)  # numpy's whole numbers, too
            if number < 0:
                raise ValueError(f"seed {number} must not be negative")
            self._rng.seed(number)
        self.position = self.game.start(f"{self._rng.getrandbits(128):x}", 0)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> Observation:
        view = self._view(agent)
        return {
            "observation": np.array(self.encoding.observation(view), np.float32),
            "action_mask": np.array(self.encoding.mask(view), np.int8),
        }

    def state(self) -> NDArray[np.float32]:
        """The observations of all seats, one after the other: what they know together, for a critic in training."""
        seen = [self.encoding.observation(self._view(agent)) for agent in self.possible_agents]
        return np.array(seen, np.float32).reshape(-1)

    def step(self, action: int | None) -> None:
        """Play the action of that number. Raises games.IllegalAction where the mask forbids it and
        games.InvalidAction for what is no action's number, and then changes nothing."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or isinstance(action, bool | np.bool_):
            raise games.InvalidAction(f"{action!r} is not the number of an action: {agent} is to act")
        self.position.apply(self.encoding.action(self._view(agent), action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.position.to_act is None:
            self.rewards = _rewards(self.possible_agents, self.position.places())
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def _view(self, agent: str) -> games.View:
        return self.position.view(self.possible_agents.index(agent))

    def _select(self) -> None:
        """Who acts, and what `infos` say: the mask again, and the names of the legal actions by their numbers."""
        seat = self.position.to_act
        self.agent_selection = self.possible_agents[0 if seat is None else seat]
        idle = np.zeros(self.encoding.actions, np.int8)
        self.infos: dict[str, dict[str, Any]] = {agent: {"action_mask": idle, "actions": {}} for agent in self.agents}
        if seat is not None:
            view = self.position.view(seat)
            mask = np.array(self.encoding.mask(view), np.int8)
            names = {number: self.encoding.action(view, number) for number in np.flatnonzero(mask).tolist()}
            self.infos[self.agent_selection] = {"action_mask": mask, "actions": names}

    def render(self) -> str | None:
        """The deal so far, its actions in their order, where `render_mode` is "ansi"."""
        if self.render_mode is None:
            return None
        deal = self.position.history[-1]
        return f"deal {deal.number}: " + ", ".join([f"{seat}: {action}" for seat, action in deal.actions])

    def close(self) -> None:
        pass


def _rewards(agents: list[str], places: tuple[int, ...]) -> dict[str, float]:
    others = len(agents) - 1
    return {
        agent: sum((mine < place) - (mine > place) for place in places) / others
        for agent, mine in zip(agents, places, strict=True)
    }
