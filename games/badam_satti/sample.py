"""Drawing a full state that fits a view of Badam Satti."""

import random

from games.badam_satti.state import State
from games.badam_satti.view import View


def sample(view: View, rng: random.Random) -> State:
    raise NotImplementedError
