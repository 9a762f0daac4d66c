"""Plays the policy that train.py wrote. Upload both in one zip: bot.py and weights.npz."""

from pathlib import Path

import numpy as np

from games.encoding import encoding_of


class Bot:
    def __init__(self, match):
        self.encoding = encoding_of(match.game)
        self.weights = np.load(Path(__file__).with_name("weights.npz"))["weights"]

    def act(self, view):
        scores = self.weights @ np.append(self.encoding.observation(view), 1)
        return self.encoding.action(view, int(np.where(self.encoding.mask(view), scores, -np.inf).argmax()))
