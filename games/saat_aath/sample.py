"""Drawing a full state that fits a view of Saat-Aath."""

import random

from games.saat_aath.state import State
from games.saat_aath.view import View


def sample(view: View, rng: random.Random) -> State:
    raise NotImplementedError
