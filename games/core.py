"""What every game is to the rest of the project: its errors, its options and the faces of its state and views.

A game's own package exports one `Rules`; `games.load` turns it and a choice of options into a `Game`.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from games import registry
from games.delta import Delta
from games.options import Options, OptionSpec, OptionValue, resolve

Actions = tuple[tuple[int, str], ...]  # (seat, action) in the order they happened


class InvalidAction(ValueError):
    """Not an action of this game at all."""


class IllegalAction(ValueError):
    """An action of this game, but not one of the legal ones here."""


class View(Protocol):
    """What one seat may know now; a frozen dataclass per game, with more fields than these."""

    @property
    def game(self) -> "Game": ...
    @property
    def seat(self) -> int: ...
    @property
    def to_act(self) -> int | None: ...
    @property
    def legal_actions(self) -> tuple[str, ...]:
        """Sorted; empty where this seat is not to act."""

    @property
    def history(self) -> Actions:
        """This deal's actions; what this seat may not see of one is cut to its first word."""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON types; `games.view_from_json` reads it back. The game itself is not in it."""

    def sample(self, rng: random.Random) -> "State":
        """A full state drawn uniformly from all that fit what this seat knows; this seat's view of it equals this view.

        Its earlier deals are not there, and its later deals are dealt from a seed taken from `rng`.
        """


@dataclass(slots=True)
class Deal:
    """The record of one deal. `tricks` and `scores` are set when it is complete."""

    number: int
    dealer: int
    pack: list[int]  # card bits in dealing order
    names: Mapping[int, str]  # the card of each bit
    actions: list[tuple[int, str]] = field(default_factory=list)
    tricks: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None = None
    private: dict[int, tuple[int, ...]] = field(default_factory=dict)  # index of an action: who sees all of it

    def copy(self) -> "Deal":
        return Deal(
            self.number,
            self.dealer,
            self.pack,
            self.names,
            self.actions[:],
            self.tricks,
            self.scores,
            self.private.copy(),
        )

    def seen_by(self, seat: int) -> Actions:
        """The actions as `seat` may see them: cut to the first word where the rest is not for it."""
        if not self.private:
            return tuple(self.actions)
        actions = self.actions[:]
        for index, seats in self.private.items():
            if seat not in seats:
                actor, action = actions[index]
                actions[index] = (actor, action.split(" ")[0])
        return tuple(actions)

    def to_json(self) -> dict[str, Any]:
        """The deal in replay form."""
        result: dict[str, Any] = {
            "deal": self.number,
            "dealer": self.dealer,
            "pack": " ".join([self.names[bit] for bit in self.pack]),
            "actions": [list(action) for action in self.actions],
        }
        if self.tricks is not None:
            result["tricks"] = list(self.tricks)
        if self.scores is not None:
            result["scores"] = list(self.scores)
        return result


class State(Protocol):
    """A game in progress. It changes in place; `copy()` gives an independent one."""

    game: "Game"
    to_act: int | None  # the seat, or None when the game is over
    history: list[Deal]  # the deals so far, the current one last; to read only

    def legal_actions(self) -> tuple[str, ...]:
        """Sorted; empty when the game is over."""

    def apply(self, action: str) -> None:
        """Play `action` for the seat to act, and record the forced actions that follow from it.

        Raises IllegalAction or InvalidAction, and then changes nothing.
        """

    def view(self, seat: int) -> View: ...
    def places(self) -> tuple[int, ...]:
        """Each seat's place, 1 the best, level ones sharing. Raises ValueError while the game goes on."""

    def copy(self) -> "State": ...
    @property
    def deals(self) -> list[dict[str, Any]]:
        """The deals so far in replay form, the current one last."""


@dataclass(frozen=True)
class Rules:
    """A kind of game: what its package exports, and what an entry point of `satti.games` names."""

    name: str
    title: str
    options: tuple[OptionSpec, ...]
    presets: Mapping[str, Mapping[str, OptionValue]]  # what each preset changes of the defaults
    seats: Callable[[Options], int]
    start: Callable[["Game", str, int], State]
    view_from_json: Callable[["Game", Mapping[str, Any]], View]
    sample: Callable[[Any, random.Random], State]  # what the view's `sample` does
    delta: Delta | None = None  # how to send what changed of a view; without it bots are sent whole views
    players: Mapping[str, str] = field(default_factory=dict)  # built-in players besides `random`: "module:class"


class Game:
    """A kind of game with all its options chosen. Immutable, hashable, and picklable by name and options."""

    __slots__ = ("name", "options", "preset", "rules", "seats", "title")

    def __init__(self, rules: Rules, options: Mapping[str, Any]) -> None:
        self.rules = rules
        self.name = rules.name
        self.title = rules.title
        self.options: Options = resolve(rules.options, options)
        self.seats = rules.seats(self.options)
        presets = ((name, resolve(rules.options, changes)) for name, changes in rules.presets.items())
        self.preset = next((name for name, options in presets if options == self.options), None)

    def start(self, seed: str, board: int) -> State:
        """The first deal, dealt. `seed` is lower-case hex, 1 to 64 characters."""
        return self.rules.start(self, seed, board)

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {dict(self.options)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name and self.options == other.options

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options.values())))

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickle, (self.name, dict(self.options))


def _unpickle(name: str, options: dict[str, Any]) -> Game:
    return Game(registry.find(name), options)
