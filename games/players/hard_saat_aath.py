"""`hard` at Saat-Aath: deals out what it cannot see, many times over, and solves each with all cards known.

In the first tricks a solution takes long and says little, so they are played as `normal` plays them. The work is
counted in positions, not in seconds: the same seed plays the same on every machine.
"""

from games.players.normal_saat_aath import Normal
from games.saat_aath import State, View
from games.saat_aath.state import target_of
from games.solver import TRICKS, Solver

SOLVED = 12  # from so many tricks left on
DEALS = 20  # at most; positions proven in all of them, about 10 microseconds each:
POSITIONS = 20_000
OVERHEAD = 100  # what a deal costs before its first position, in positions


class Hard(Normal):
    def play(self, view: View) -> str:
        if len(view.legal_actions) == 1 or TRICKS - sum(view.tricks) > SOLVED:
            return super().play(view)
        goal = target_of(view.seat, view.dealer)
        margin = view.game.options["scoring"] == "margin"
        worth = dict.fromkeys(view.legal_actions, 0.0)
        work = deals = 0
        while deals < DEALS and work < POSITIONS:
            state = view.sample(self.rng)
            assert isinstance(state, State)
            solver = Solver(state)
            for card, tricks in solver.values(state).items():
                worth[card] += tricks if margin else tricks + (tricks >= goal) + (tricks > goal)
            work += OVERHEAD + solver.positions
            deals += 1
        return max(worth, key=lambda card: worth[card])
