"""Matches: boards in every rotation of the seats, faults and stand-ins, places and scores."""

import random
import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Protocol

from games import scoring
from games.core import Game, State, View

FORMAT = "satti-replay/1"
FAULTS_TO_FORFEIT = 3


class FaultKind(StrEnum):
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    TIMEOUT = "timeout"
    CRASH = "crash"
    MEMORY = "memory"
    OUTPUT = "output"


class Fault(Exception):
    """A player's own failure. Every other exception is the platform's, and makes the match void.

    `seconds` is the CPU time that a timeout took, where it was measured.
    """

    def __init__(self, kind: FaultKind | str, detail: str = "", *, seconds: float | None = None) -> None:
        self.kind = FaultKind(kind)
        self.detail = detail
        self.seconds = seconds
        super().__init__(f"{self.kind}: {detail}" if detail else str(self.kind))


class Player(Protocol):
    """Who chooses the actions of one player of a match. Whoever made it closes it.

    A Fault that `start_game` or `end_game` raises counts when the player is next asked to act: only there are faults.
    """

    name: str

    def start_game(self, number: int, seat: int) -> None: ...
    def act(self, view: View) -> str:
        """One of `view.legal_actions`, which are not empty. Raises Fault."""

    def end_game(self, result: dict[str, Any]) -> None:
        """`result` is the game as it stands in the replay, with its `number`. Not called after a fault in the game."""

    def close(self) -> None: ...


def play(
    game: Game,
    players: Sequence[Player],
    *,
    seed: str,
    boards: int,
    on_game: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Play a match and return its replay. `on_game` is told the number of games played and their total, after each.

    Raises ValueError where players, seed or boards do not fit the game. Exceptions of players other than Fault pass
    through.
    """
    n = game.seats
    if len(players) != n:
        raise ValueError(f"{len(players)} players, the game needs {n}")
    if not re.fullmatch("[0-9a-f]{1,64}", seed):
        raise ValueError(f"seed {seed!r} must be 1 to 64 characters of 0-9a-f")
    if boards < 1:
        raise ValueError(f"{boards} boards: a match needs at least one")
    table = _Table(game, players, seed)
    for number in range(boards * n):
        table.play_game(number)
        if on_game:
            on_game(number + 1, boards * n)
    return {
        "format": FORMAT,
        "game": game.name,
        "options": dict(game.options),
        "seed": seed,
        "players": [player.name for player in players],
        "games": table.games,
        "match_scores": scoring.match_scores(table.games, n),
    }


class _Table:
    """A match in progress: the games played, and what players still owe for their faults."""

    def __init__(self, game: Game, players: Sequence[Player], seed: str) -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.games: list[dict[str, Any]] = []
        self.faults = [0] * game.seats
        self.forfeited: list[int] = []  # players, in the order in which they forfeited
        self.pending: dict[int, Fault] = {}  # faults from outside `act`

    def play_game(self, number: int) -> None:
        n = self.game.seats
        board, rotation = divmod(number, n)
        record: dict[str, Any] = {"board": board, "rotation": rotation, "deals": [], "places": [], "faults": []}
        self.games.append(record)
        if self.forfeited and n == 2:
            record["places"] = scoring.game_places(None, rotation, self.forfeited, n)
            return
        for player in self._present():
            self._tell(player, "start_game", number, (player + rotation) % n)
        state = self.game.start(self.seed, board)
        faulted = self._play_out(state, number, record["faults"])
        record["deals"] = state.deals
        record["places"] = scoring.game_places(
            None if state.to_act is not None else state.places(), rotation, faulted, n
        )
        for player in self._present():
            if player not in faulted:
                self._tell(player, "end_game", {"number": number, **record})
        self.forfeited += [p for p in faulted if p not in self.forfeited and self.faults[p] >= FAULTS_TO_FORFEIT]

    def _present(self) -> list[int]:
        return [player for player in range(self.game.seats) if player not in self.forfeited]

    def _play_out(self, state: State, number: int, faults: list[dict[str, Any]]) -> list[int]:
        """Play a game to its end, or to the fault that ends it. Returns the players at fault, in order."""
        n = self.game.seats
        faulted = self.forfeited[:]
        stand_in = random.Random(f"{self.seed}/{number}/stand-in")  # noqa: S311  # part of the game, not a secret
        while state.to_act is not None:
            player = (state.to_act - number) % n
            if player in faulted:
                state.apply(stand_in.choice(state.legal_actions()))
                continue
            deal = state.history[-1]
            try:
                state.apply(self._ask(player, state.view(state.to_act)))
            except Fault as fault:
                faults.append(
                    {"player": player, "deal": deal.number, "action": len(deal.actions), "kind": str(fault.kind)}
                )
                faulted.append(player)
                self.faults[player] += 1
                if n == 2:
                    break
        return faulted

    def _ask(self, player: int, view: View) -> str:
        if player in self.pending:
            raise self.pending.pop(player)
        action = self.players[player].act(view)
        if issubclass(type(action), str):
            action = str.__str__(action)  # plain, also of a class of its own: numpy's str_, a StrEnum
        if action not in view.legal_actions:
            raise Fault(FaultKind.ILLEGAL, f"{action!r:.80} is not one of the legal actions")
        return action

    def _tell(self, player: int, method: str, *arguments: Any) -> None:
        try:
            getattr(self.players[player], method)(*arguments)
        except Fault as fault:
            self.pending[player] = fault
