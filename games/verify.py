"""Checking a replay against the rules: play it again, compare, and say where it first differs."""

import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

from games import registry, scoring
from games.core import Deal, Game, IllegalAction, InvalidAction, State
from games.match import FAULTS_TO_FORFEIT, FORMAT, FaultKind
from games.options import OptionError, show

_TOLERANCE = Fraction(1, 2_000_000) + Fraction(1, 10**12)  # 0.5e-6, and what a decimal fraction loses as a float
_DEAL_KEYS = ("deal", "dealer", "pack", "actions")

Line = dict[str, Any]  # of a trace


class ReplayError(ValueError):
    """A replay that breaks its form or the rules: where (numbers, or None for the whole above it) and why."""

    def __init__(
        self, reason: str, game: int | None = None, deal: int | None = None, action: int | None = None
    ) -> None:
        self.reason = reason
        self.game = game
        self.deal = deal
        self.action = action
        place = {"game": game, "deal": deal, "action": action}
        found = ", ".join(f"{name} {number}" for name, number in place.items() if number is not None)
        super().__init__(f"{found or 'replay'}: {reason}")


@contextmanager
def _within(**place: int) -> Iterator[None]:
    """Adds where it was to a ReplayError from inside."""
    try:
        yield
    except ReplayError as error:
        known = {"game": error.game, "deal": error.deal, "action": error.action}
        raise ReplayError(error.reason, **{**known, **place}) from None


class Walk:
    """A replay played again. Iterate over it for the lines of its trace; then `doc` is the replay made anew.

    Making one and iterating raise ReplayError at the first thing that is wrong.
    """

    def __init__(self, doc: Any) -> None:
        given = _object(doc, ("format", "game", "options", "seed", "players", "games", "match_scores"), others=True)
        if given["format"] != FORMAT:
            raise ReplayError(f"format is {show(given['format'])}, not {FORMAT}")
        self.game = _game(given["game"], given["options"])
        self.seats = self.game.seats
        if not isinstance(given["seed"], str) or not re.fullmatch("[0-9a-f]{1,64}", given["seed"]):
            raise ReplayError(f"seed is {show(given['seed'])}, it must be 1 to 64 characters of 0-9a-f")
        _check_players(given["players"], self.seats)
        games = _list("games", given["games"])
        if not games or len(games) % self.seats:
            raise ReplayError(f"{len(games)} games are not whole boards of {self.seats} rotations")
        self.doc: dict[str, Any] = {key: given[key] for key in ("format", "game", "options", "seed", "players")}
        self.doc |= {"options": dict(self.game.options), "games": [], "match_scores": []}
        self._given = given
        self._fault_counts = [0] * self.seats
        self._forfeited: list[int] = []  # players, in the order in which they forfeited

    def __iter__(self) -> Iterator[Line]:
        for number, given in enumerate(self._given["games"]):
            with _within(game=number):
                yield from self._game(number, given)
        places = [game["places"] for game in self.doc["games"]]
        _check_scores(self._given["match_scores"], scoring.exact_match_scores(places, self.seats))
        self.doc["match_scores"] = scoring.match_scores(self.doc["games"], self.seats)

    def _game(self, number: int, given: Any) -> Iterator[Line]:
        board, rotation = divmod(number, self.seats)
        _object(given, ("board", "rotation", "deals", "places", "faults"))
        _same("board", given["board"], board)
        _same("rotation", given["rotation"], rotation)
        deals = _list("deals", given["deals"])
        faults = _faults(given["faults"], self.seats, self._forfeited)
        record: dict[str, Any] = {"board": board, "rotation": rotation, "deals": [], "places": [], "faults": faults}
        state = self.game.start(self._given["seed"], board)
        if self._forfeited and self.seats == 2:
            if deals or faults:
                raise ReplayError(f"played, though player {self._forfeited[0]} had forfeited the match")
        else:
            playing = _Playing(state, number, deals, faults)
            yield from playing
            record["deals"] = playing.played
        faulted = self._forfeited + [fault["player"] for fault in faults]
        seat_places = state.places() if state.to_act is None else None
        record["places"] = scoring.game_places(seat_places, rotation, faulted, self.seats)
        _same("places", given["places"], record["places"])
        yield {"game": number, "places": record["places"]}
        self.doc["games"].append(record)
        for fault in faults:
            self._fault_counts[fault["player"]] += 1
            if self._fault_counts[fault["player"]] == FAULTS_TO_FORFEIT:
                self._forfeited.append(fault["player"])


class _Playing:
    """One game, played again through `state`. Iterate over it for its trace; then `played` are its deals."""

    def __init__(self, state: State, number: int, given: list[Any], faults: list[dict[str, Any]]) -> None:
        self.state = state
        self.number = number
        self.given = given
        self.faults = faults
        self.played: list[dict[str, Any]] = []
        self.stopped = False  # by a fault, with two players
        self._met = 0  # faults met so far

    def __iter__(self) -> Iterator[Line]:
        while not self.stopped and len(self.played) < len(self.state.history):
            number = len(self.played)
            if number == len(self.given):
                raise ReplayError(f"{number} deals, and the game is not over")
            with _within(deal=number):
                yield from self._deal(self.state.history[number], self.given[number])
        if len(self.given) > len(self.played):
            with _within(deal=len(self.played)):
                raise ReplayError("a deal after the end of the game")
        if self._met < len(self.faults):
            fault = self.faults[self._met]
            place = f"deal {show(fault['deal'])}, action {show(fault['action'])}"
            raise ReplayError(f"fault of player {fault['player']}: that player did not have to act at {place}")

    def _deal(self, deal: Deal, given: Any) -> Iterator[Line]:
        _object(given, _DEAL_KEYS, others=True)
        expected = deal.to_json()
        for key in ("deal", "dealer", "pack"):
            _same(key, given[key], expected[key])
        actions = _list("actions", given["actions"])
        where = {"game": self.number, "deal": deal.number}
        while not self.stopped and self.state.to_act is not None and self.state.history[-1] is deal:
            done = len(deal.actions)
            fault = self._fault_now(deal)
            if fault:
                yield {**where, "fault": fault}
                continue
            if done == len(actions):
                raise ReplayError("unfinished, and no fault says that the game ended here")
            legal = self.state.legal_actions()
            self._act(actions[done], done)
            for index in range(done, len(deal.actions)):
                self._compare(actions, index, deal.actions[index])
                seat, action = deal.actions[index]
                yield {**where, "seat": seat, "legal": list(legal) if index == done else [], "action": action}
        if len(actions) > len(deal.actions):
            extra = len(actions) - len(deal.actions)
            raise ReplayError(f"{extra} actions after the end", action=len(deal.actions))
        result = deal.to_json()
        _object(given, tuple(result))
        for key in result:
            _same(key, given[key], result[key])
        self.played.append(result)
        if not self.stopped:
            yield {**where, "end": True, **{key: result[key] for key in result if key not in _DEAL_KEYS}}

    def _fault_now(self, deal: Deal) -> dict[str, Any] | None:
        """The next fault, where this is its place."""
        if self._met == len(self.faults):
            return None
        fault, seats = self.faults[self._met], self.state.game.seats
        seat = (fault["player"] + self.number) % seats
        if (fault["deal"], fault["action"], seat) != (deal.number, len(deal.actions), self.state.to_act):
            return None
        self._met += 1
        self.stopped = seats == 2
        return fault

    def _act(self, given: Any, index: int) -> None:
        with _within(action=index):
            if not isinstance(given, list) or len(given) != 2 or type(given[0]) is not int:
                raise ReplayError(f"{show(given)} is no action: it must be a seat's number and a text")
            if given[0] != self.state.to_act:
                raise ReplayError(f"seat {show(given[0])} acted, it was seat {self.state.to_act}'s turn")
            try:
                self.state.apply(given[1])
            except (IllegalAction, InvalidAction) as error:
                raise ReplayError(str(error)) from None

    def _compare(self, actions: list[Any], index: int, forced: tuple[int, str]) -> None:
        """What the rules did by themselves must stand in the replay too."""
        if index == len(actions):
            raise ReplayError(f"unfinished: seat {forced[0]} had to {forced[1]}")
        if actions[index] != list(forced) or type(actions[index][0]) is not int:
            raise ReplayError(f"{show(actions[index])} stands where seat {forced[0]} had to {forced[1]}", action=index)


def _game(name: Any, options: Any) -> Game:
    if not isinstance(name, str):
        raise ReplayError(f"game is {show(name)}, it must be the name of one")
    if not isinstance(options, dict):
        raise ReplayError("options must be an object")
    try:
        rules = registry.find(name)
        game = Game(rules, options)
    except OptionError as error:
        raise ReplayError(str(error)) from None
    for spec in rules.options:
        if spec.name not in options:
            raise ReplayError(f"option {spec.name}: missing; it must be {spec.values}")
    return game


def _check_players(players: Any, seats: int) -> None:
    if not all(isinstance(name, str) for name in _list("players", players)):
        raise ReplayError("players must be a list of names")
    if len(players) != seats:
        raise ReplayError(f"{len(players)} players, the game needs {seats}")
    for name in players:
        if any("\ud800" <= letter <= "\udfff" for letter in name):
            raise ReplayError(f"the name {show(name)} of a player is no text: it has half a surrogate pair")


def _check_scores(scores: Any, exact: list[Fraction]) -> None:
    if len(_list("match_scores", scores)) != len(exact):
        raise ReplayError(f"match_scores has {len(scores)} numbers, it must have {len(exact)}")
    for player, (score, right) in enumerate(zip(scores, exact, strict=True)):
        number = type(score) is int or (type(score) is float and math.isfinite(score))
        if not number or abs(Fraction(score) - right) > _TOLERANCE:
            raise ReplayError(f"match_scores: player {player} has {show(score)}, should be {float(right):.6f}")


def _faults(given: Any, seats: int, forfeited: list[int]) -> list[dict[str, Any]]:
    faults: list[dict[str, Any]] = []
    for fault in _list("faults", given):
        _object(fault, ("player", "deal", "action", "kind"))
        for key in ("player", "deal", "action"):
            if type(fault[key]) is not int:
                raise ReplayError(f"the {key} of a fault is {show(fault[key])}, it must be a whole number")
        if fault["kind"] not in list(FaultKind):
            raise ReplayError(f"the kind of a fault is {show(fault['kind'])}, it must be one of {', '.join(FaultKind)}")
        player = fault["player"]
        if not 0 <= player < seats:
            raise ReplayError(f"fault of player {show(player)}: the players are 0 to {seats - 1}")
        if player in forfeited or player in [earlier["player"] for earlier in faults]:
            raise ReplayError(f"fault of player {player}, who was at fault before and did not play any more")
        faults.append({key: fault[key] for key in ("player", "deal", "action", "kind")})
    return faults


def _object(value: Any, keys: tuple[str, ...], others: bool = False) -> Any:
    """`value` where it is an object that has `keys`, and no other ones unless `others` may be there."""
    if not isinstance(value, dict):
        raise ReplayError(f"{show(value)} stands where an object with {', '.join(keys)} should be")
    for key in keys:
        if key not in value:
            raise ReplayError(f"{key} is missing")
    for key in value:
        if key not in keys and not others:
            raise ReplayError(f"unknown key {show(key)}")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ReplayError(f"{name} is {show(value)}, it must be a list")
    return value


def _same(name: str, given: Any, right: Any) -> None:
    """`given` must be `right`, to the type: 1.0 and true are not 1."""
    values = given if isinstance(given, list) else [given]
    if given != right or any(isinstance(value, bool | float) for value in values):
        raise ReplayError(f"{name} is {show(given)}, should be {show(right)}")
