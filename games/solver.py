"""Saat-Aath with all cards known ("double dummy"): exactly how many tricks each legal action is worth.

With all cards known it does not matter when a closed card is turned up, only that it may not be used before the next
trick; so the option `reveal` changes nothing here.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.cards import single_bits
from games.core import Game
from games.saat_aath.search import LAYOUTS, search
from games.saat_aath.state import State
from games.saat_aath.tables import DECK

TRICKS = 15
GAME = "saat-aath"
VERSION = "saat-aath/1"
"""Of the answers: stored ones of another version are computed anew."""


def values(state: State) -> dict[str, int]:
    """For each legal action, the tricks of this deal that the seat to act will have at its end if both play perfectly.

    Tricks already won count. Raises ValueError during the draws and when the game is over.
    """
    if state.to_act is None or state.draws_left:
        raise ValueError("the solver answers where trumps are called or a card is played, and nowhere else")
    if state.trumps is None:
        return _values_of_calls(state)
    return Solver(state).values(state)


def price(game: Game, deal: Mapping[str, Any]) -> list[dict[str, int] | None]:
    """`values` before each action of a deal in replay form, whole or cut short; None for the draws.

    With all cards known an action cost its seat the best of the values minus the action's own.
    """
    states = _states(game, deal)
    answers: list[dict[str, int] | None] = []
    solver = next((Solver(state) for state in states if state.trumps is not None), None)
    for state in reversed(states):  # from the end, so that each answer stands on those before
        if state.draws_left:
            answers.append(None)
        elif state.trumps is None:
            answers.append(_values_of_calls(state))
        elif solver is not None:
            answers.append(solver.values(state))
    return answers[::-1]


class Solver:
    """Answers about one deal after the call, for `state` and all later states of its deal: they share what is found."""

    def __init__(self, state: State) -> None:
        if state.trumps is None:
            raise ValueError("trumps are not called yet: a solver begins with the play")
        layout = self._layout = LAYOUTS[state.trumps, state.game.options["sevens"] == "top"]
        usable = [layout.mask(cards) for cards in _before_trick(state)]
        under = {layout.bit[top]: layout.bit[low] for top, low in state._under.items()}
        self._under = {top: low for top, low in under.items() if top & sum(usable)}
        self._owned = self._unplayed(usable[0]), self._unplayed(usable[1])
        self._sides = search(self._owned, self._under, layout)

    @property
    def positions(self) -> int:
        """How many positions something is proven of: the work done so far, the same on every machine."""
        return len(self._sides[0].proven) + len(self._sides[1].proven)

    def values(self, state: State) -> dict[str, int]:
        """See the function `values`."""
        seat: int = state.to_act  # type: ignore[assignment]  # the caller sees to it that a card is to be played
        layout = self._layout
        usable = layout.mask(sum(_before_trick(state)))
        rest = self._unplayed(usable)
        left = TRICKS - sum(state.tricks)
        lead = layout.bit.get(state._lead, 0)
        between = rest & self._owned[1 - seat] | layout.fences
        result: dict[str, int] = {}
        guess, last = left // 2, 0
        for card in single_bits(layout.mask(state._legal)):
            if card in self._under:
                guess = _largest(self._question(seat, rest, usable, lead, card, left), guess, left)
            elif not last or between & (card - last):  # otherwise it is worth as much as the last
                guess = plain = _largest(self._question(seat, rest, usable, lead, card, left), guess, left)
            result[layout.name[card]] = state.tricks[seat] + (guess if card in self._under else plain)
            if card not in self._under:
                last = card
        return dict(sorted(result.items()))

    def best(self, state: State) -> int:
        """The largest of the values. At the start of a trick it takes less time than all of them."""
        if state._lead:
            return max(self.values(state).values())
        seat: int = state.to_act  # type: ignore[assignment]  # see `values`
        usable = self._layout.mask(sum(state._cards))
        rest = self._unplayed(usable)
        left = TRICKS - sum(state.tricks)
        take = self._sides[seat].take
        return state.tricks[seat] + _largest(lambda need: take(rest, usable, need, left), left // 2, left)

    def _question(self, seat: int, rest: int, usable: int, lead: int, card: int, left: int) -> Callable[[int], bool]:
        """Whether `seat` takes so many of the `left` tricks, this one included, if it plays `card`."""
        if not lead:
            hold = self._sides[seat].hold
            return lambda need: hold(rest, usable, card, need, left)
        played = lead | card
        usable = usable ^ played | self._under.get(lead, 0) | self._under.get(card, 0)
        rest ^= played
        if self._layout.beats[lead] & card:
            take = self._sides[seat].take
            return lambda need: take(rest, usable, need - 1, left - 1)
        take = self._sides[1 - seat].take
        return lambda need: not take(rest, usable, left - need, left - 1)

    def _unplayed(self, usable: int) -> int:
        """The usable cards and those that they cover."""
        return usable | sum([low for top, low in self._under.items() if top & usable])


def _before_trick(state: State) -> list[int]:
    """What each seat could use when the trick began."""
    usable = state._cards[:]
    if state._lead:
        usable[1 - state.to_act] |= state._lead  # type: ignore[operator]  # somebody is to act within a trick
    return usable


def _largest(reached: Callable[[int], bool], guess: int, most: int) -> int:
    """The largest number from 0 to `most` that is reached, where all below it are too. A good guess saves questions."""
    if guess < most and reached(guess + 1):
        guess += 1
        while guess < most and reached(guess + 1):
            guess += 1
    else:
        while guess and not reached(guess):
            guess -= 1
    return guess


def _values_of_calls(state: State) -> dict[str, int]:
    result = {}
    for suit in state.legal_actions():
        called = state.copy()
        called.apply(suit)
        result[suit] = Solver(called).best(called)
    return result


def _states(game: Game, deal: Mapping[str, Any]) -> list[State]:
    """The states before each action of a deal."""
    state: State = game.start("0", 0)  # type: ignore[assignment]
    draws = [seat for seat, action in deal["actions"] if action.startswith("arrange")]
    pack = [DECK.bit[name] for name in deal["pack"].split()]
    state.deal(deal["deal"], drawer=1 - draws[0] if draws else None, draws=len(draws), pack=pack)
    states = []
    for _, action in deal["actions"]:
        states.append(state.copy())
        state.apply(action)
    return states
