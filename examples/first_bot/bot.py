import random


class Bot:
    def act(self, view):
        return random.choice(view.legal_actions)
