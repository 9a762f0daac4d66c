"""Either game: tries each action in random games that fit what it knows, and takes the one that does best.

Simple and slow. It stays within its time by counting its own CPU time, as the arena does.
"""

import random
import time

SHARE = 0.1  # of the time for an action: many boards are to be played


class Bot:
    def __init__(self, match):
        self.random = random.Random(match.seed)
        self.seconds = min(SHARE * match.action_seconds, match.match_seconds / (100 * match.boards * match.seats))

    def act(self, view):
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        actions = view.legal_actions[:10]  # there are 120 ways to lay out a hand
        points = dict.fromkeys(actions, 0)
        end = time.process_time() + self.seconds
        while time.process_time() < end:
            state = view.sample(self.random)
            for action in actions:
                points[action] -= self.play_on(state.copy(), action, view.seat)
        return max(points, key=points.get)

    def play_on(self, state, action, seat):
        """The place of `seat` when everybody goes on at random; only this deal counts towards it."""
        deal = len(state.history)
        while state.to_act is not None and len(state.history) == deal:
            state.apply(action)
            action = self.random.choice(state.legal_actions() or [""])
        scores = state.history[deal - 1].scores
        return self.badness(state.game.name, scores, seat)

    def badness(self, game, scores, seat):
        if game == "badam-satti":  # points are bad
            return scores[seat] - min(scores)
        return scores[1 - seat] - scores[seat]
