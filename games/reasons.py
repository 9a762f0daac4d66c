"""Why a step happened and why just these actions are legal: as data, in no language. docs/reasons.md lists all codes.

A reason is a dictionary of plain JSON types: `why`, a key of CODES, and that code's parameters.

    steps = step_reasons(game, dealer, view.history)     # of each action of the deal, as far as this seat may see it
    legal_reason(view)                                   # of view.legal_actions; None where the seat is not to act
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from games import badam_satti, saat_aath
from games.badam_satti.tables import DECK as BADAM_DECK
from games.badam_satti.tables import RANKS
from games.core import Game, View
from games.saat_aath.tables import DECK as SAAT_DECK
from games.saat_aath.tables import TOP_SEVENS, TRUMPS

Reason = dict[str, Any]

_TRICK = ("card", "over", "led", "trumps", "winner", "followed")
# Code -> its parameters. A parameter marked ? is left out where the viewer may not see it.
CODES: Mapping[str, tuple[str, ...]] = {
    # Saat-Aath: steps
    "lays-hand-down": (),
    "draws-card": ("draw", "position"),
    "gives-card-back": ("draw", "card?"),
    "caller-names-trumps": ("suit",),
    "caller-leads-first": ("card",),
    "winner-leads": ("card",),
    "led-suit-higher": _TRICK,
    "trumped": _TRICK,
    "top-seven": _TRICK,
    "not-of-led-suit": _TRICK,
    # Badam Satti: steps
    "starting-card": ("card", "last"),
    "opens-suit": ("card", "last"),
    "next-below": ("card", "of", "last"),
    "next-above": ("card", "of", "last"),
    "nothing-fits": (),
    "handed-after-pass": ("to", "card?"),
    # Saat-Aath: what is legal
    "must-lay-hand-down": (),
    "may-draw": ("left",),
    "must-give-back": (),
    "must-name-trumps": (),
    "may-lead-any": (),
    "must-follow": ("suit", "led"),
    "only-card-of-suit": ("suit", "led", "card"),
    "cannot-follow": ("suit", "led"),
    "only-card-left": ("card",),
    # Badam Satti: what is legal
    "must-start": ("card",),
    "must-lay-fitting": (),
    "only-card-fits": ("card",),
    "must-hand-card": ("to",),
}


class Steps(Protocol):
    """Follows one deal."""

    def after(self, seat: int, action: str) -> Reason | None:
        """The reason of the next action, which may be cut to its first word; None where the game has none."""


def steps_of(game: Game, dealer: int) -> Steps:
    """The reasons of a deal's steps, one after the other."""
    if game.name == "saat-aath":
        return _SaatAath(game)
    if game.name == "badam-satti":
        return _BadamSatti(game, dealer)
    return _Other()


def step_reasons(game: Game, dealer: int, history: Iterable[tuple[int, str]]) -> list[Reason | None]:
    """A reason for each action of a deal: `history` of a view, or a deal's whole record."""
    steps = steps_of(game, dealer)
    return [steps.after(seat, action) for seat, action in history]


def legal_reason(view: View) -> Reason | None:
    """Why `view.legal_actions` are those; None where there are none, or the game has no reasons."""
    if not view.legal_actions:
        return None
    if isinstance(view, saat_aath.View):
        return _legal_in_saat_aath(view)
    if isinstance(view, badam_satti.View):
        return _legal_in_badam_satti(view)
    return None


class _SaatAath:
    def __init__(self, game: Game) -> None:
        self.top = game.options["sevens"] == "top"
        self.trumps = ""
        self.led: tuple[int, str] | None = None
        self.first = True
        self.draws = 0

    def after(self, seat: int, action: str) -> Reason:
        word, *rest = action.split(" ")
        if word == "arrange":
            return {"why": "lays-hand-down"}
        if word == "draw":
            self.draws += 1
            return {"why": "draws-card", "draw": self.draws, "position": int(rest[0])}
        if word == "give":
            return {"why": "gives-card-back", "draw": self.draws} | ({"card": rest[0]} if rest else {})
        if not self.trumps:
            self.trumps = action
            return {"why": "caller-names-trumps", "suit": action}
        if self.led is None:
            self.led = seat, action
            why = "caller-leads-first" if self.first else "winner-leads"
            self.first = False
            return {"why": why, "card": action}
        (leader, led), self.led = self.led, None
        return self._trick(leader, led, seat, action)

    def _trick(self, leader: int, led: str, follower: int, card: str) -> Reason:
        tables = TRUMPS[self.trumps, self.top]
        first, second = SAAT_DECK.bit[led], SAAT_DECK.bit[card]
        suit = tables.suit[first]
        followed = tables.suit[second] == suit
        beaten = bool(tables.beats[first] & second)
        best, other = (card, led) if beaten else (led, card)
        if not followed and not beaten:
            why = "not-of-led-suit"
        elif self.top and best in TOP_SEVENS:
            why = "top-seven"
        else:
            why = "led-suit-higher" if followed else "trumped"
        winner = follower if beaten else leader
        return {"why": why, "card": best, "over": other, "led": suit, "trumps": self.trumps} | {
            "winner": winner,
            "followed": followed,
        }


class _BadamSatti:
    def __init__(self, game: Game, dealer: int) -> None:
        seats = game.seats
        cards = len(BADAM_DECK.canonical)
        self.left = [len(range((seat - dealer - 1) % seats, cards, seats)) for seat in range(seats)]

    def after(self, seat: int, action: str) -> Reason:
        if action == "pass":
            return {"why": "nothing-fits"}
        word, _, gift = action.partition(" ")
        if word == "give":
            taker = (seat + 1) % len(self.left)
            self.left[seat] -= 1
            self.left[taker] += 1
            return {"why": "handed-after-pass", "to": taker} | ({"card": gift} if gift else {})
        self.left[seat] -= 1
        last = self.left[seat] == 0
        rank, suit = RANKS.index(action[0]), action[1]
        if action[0] == "7":
            return {"why": "starting-card" if suit == "H" else "opens-suit", "card": action, "last": last}
        why, neighbour = ("next-below", RANKS[rank + 1]) if rank < 6 else ("next-above", RANKS[rank - 1])
        return {"why": why, "card": action, "of": neighbour + suit, "last": last}


class _Other:
    def after(self, seat: int, action: str) -> None:
        return None


def _legal_in_saat_aath(view: saat_aath.View) -> Reason:
    legal = view.legal_actions
    word = legal[0].split(" ")[0]
    if word == "arrange":
        return {"why": "must-lay-hand-down"}
    if word == "draw":
        return {"why": "may-draw", "left": view.draws_left}
    if word == "give":
        return {"why": "must-give-back"}
    if view.trumps is None:
        return {"why": "must-name-trumps"}
    if not view.trick:
        return {"why": "may-lead-any"} if len(legal) > 1 else {"why": "only-card-left", "card": legal[0]}
    led = view.trick[0][1]
    suits = TRUMPS[view.trumps, view.game.options["sevens"] == "top"].suit
    suit = suits[SAAT_DECK.bit[led]]
    if suits[SAAT_DECK.bit[legal[0]]] == suit:
        if len(legal) == 1:
            return {"why": "only-card-of-suit", "suit": suit, "led": led, "card": legal[0]}
        return {"why": "must-follow", "suit": suit, "led": led}
    if len(legal) == 1:
        return {"why": "only-card-left", "card": legal[0]}
    return {"why": "cannot-follow", "suit": suit, "led": led}


def _legal_in_badam_satti(view: badam_satti.View) -> Reason:
    legal = view.legal_actions
    if view.giving_to is not None:
        return {"why": "must-hand-card", "to": view.giving_to}
    if not any(view.rows):
        return {"why": "must-start", "card": legal[0]}
    return {"why": "must-lay-fitting"} if len(legal) > 1 else {"why": "only-card-fits", "card": legal[0]}
