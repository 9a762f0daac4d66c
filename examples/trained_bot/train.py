"""Train a linear policy by self-play (REINFORCE) and write weights.npz beside this file. Needs the extra `rl`.

python train.py --game saat-aath --preset classic --games 5000
"""

import argparse
from pathlib import Path

import numpy as np

from games.pettingzoo import env

RATE = 0.02


def probabilities(weights, observation):
    """Of each action: a softmax over the legal ones."""
    scores = weights @ np.append(observation["observation"], 1)
    scores = np.where(observation["action_mask"], scores, -np.inf)
    odds = np.exp(scores - scores.max())
    return odds / odds.sum()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="saat-aath")
    parser.add_argument("--preset", default="classic")
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    rng = np.random.default_rng(chosen.seed)
    environment = env(chosen.game, chosen.preset)
    environment.reset(seed=chosen.seed)
    agents = environment.possible_agents
    actions = environment.action_space(agents[0]).n
    size = environment.observation_space(agents[0])["observation"].shape[0]
    weights = np.zeros((actions, size + 1))
    for _ in range(chosen.games):
        environment.reset()
        steps, rewards = [], dict.fromkeys(agents, 0.0)
        for agent in environment.agent_iter():
            observation, reward, termination, truncation, _ = environment.last()
            rewards[agent] += reward
            if termination or truncation:
                environment.step(None)
                continue
            odds = probabilities(weights, observation)
            action = int(rng.choice(actions, p=odds))
            steps.append((agent, observation["observation"], odds, action))
            environment.step(action)
        for agent, seen, odds, action in steps:
            gradient = -odds
            gradient[action] += 1
            weights += RATE * rewards[agent] * np.outer(gradient, np.append(seen, 1))
    np.savez(Path(__file__).with_name("weights.npz"), weights=weights)


if __name__ == "__main__":
    main()
