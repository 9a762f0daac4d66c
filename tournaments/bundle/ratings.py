"""Rating changes of a bundle, made again from the replays."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tournaments.bundle.archive import Archive, Wrong, take
from tournaments.bundle.records import DONE, Match, RatingChange, bot_of
from tournaments.bundle.sheets import ratings_csv
from tournaments.ratings import elo
from tournaments.results import MatchResult

_SHAPE: dict[str, tuple[type, ...]] = {
    "sequence": (int,),
    "match": (int,),
    "bot": (str,),
    "old": (int,),
    "change": (int,),
    "new": (int,),
    "reversal": (bool,),
}
_OPTIONAL: dict[str, tuple[type, ...]] = {"k": (int,), "rule": (str,), "pairs": (list,)}
RULES = (None, "elo/1")
Line = tuple[str, RatingChange]
"""Where it stands, and what."""


def read(archive: Archive) -> list[Line]:
    """The lines of ratings.jsonl, which stand in the order of their events. Raises Wrong."""
    lines = [(where, _change(value, where)) for where, value in archive.objects("ratings.jsonl")]
    last = 0
    for where, change in lines:
        if change.sequence < max(last, 1):
            raise Wrong(where, f"event {change.sequence} stands after event {last}; they must be in order, from 1")
        last = change.sequence
    return lines


def _change(value: Any, where: str) -> RatingChange:
    shape = _SHAPE | {key: types for key, types in _OPTIONAL.items() if isinstance(value, dict) and key in value}
    given = take(value, shape, where)
    if given.get("rule") not in RULES or "pairs" in given:
        raise Wrong(where, "it was rated by a rule that this version of satti does not know")
    if "k" in given and not 1 <= given["k"] <= 1000:
        raise Wrong(where, f"k is {given['k']}, it must be 1 to 1000")
    return RatingChange(**given)


def csv_of(lines: Sequence[Line]) -> str:
    return ratings_csv(change for _, change in lines)


class Fold:
    """Folds the events and tells `wrong(where, what)` whatever is not what its match makes of the ratings before it.

    The pool of a game and preset also holds other contests' matches. So a bot's old rating must be its last new one (at
    first a newcomer's) just where no event in between is missing here.
    """

    def __init__(
        self, matches: Sequence[Match], results: Mapping[int, MatchResult], k: int, wrong: Callable[[str, str], None]
    ) -> None:
        self.matches = {match.number: match for match in matches}
        self.results, self.k, self.wrong = results, k, wrong
        self.rated: dict[int, dict[str, int]] = {}  # match -> bot -> change
        self.taken_back: set[int] = set()
        self.last: dict[str, tuple[int, int]] = {}  # bot -> events missing until its last one, and its rating then

    def run(self, lines: Sequence[Line]) -> None:
        for seen, (sequence, group) in enumerate(groupby(lines, key=lambda line: line[1].sequence), start=1):
            event = list(group)
            for where, change in event:
                self._adds_up(where, change, sequence - seen)
            self._event(event[0][0], [change for _, change in event])
        for match in self.matches.values():
            counts = match.number in self.rated and match.number not in self.taken_back
            if counts != (match.state == DONE and match.rated):
                state = f"{match.state} and {'' if match.rated else 'not '}to be rated"
                self.wrong("ratings.jsonl", f"match {match.number} is {state}, and {'' if counts else 'not '}rated")

    def _adds_up(self, where: str, change: RatingChange, missing: int) -> None:
        if change.new != change.old + change.change:
            self.wrong(where, f"{change.old} and {change.change} do not make {change.new}")
        missing_before, before = self.last.get(change.bot, (0, elo.START))
        if missing_before == missing and before != change.old:
            self.wrong(where, f"old is {change.old}, the rating was {before}")
        self.last[change.bot] = (missing, change.new)

    def _event(self, where: str, changes: list[RatingChange]) -> None:
        number, reversal = changes[0].match, changes[0].reversal
        match = self.matches.get(number)
        bots = [bot_of(player) for player in match.players] if match else []
        of_bot = {change.bot: change for change in changes}
        if (
            any((change.match, change.reversal) != (number, reversal) for change in changes)
            or sorted(of_bot) != sorted(bots)
            or len(changes) != len(bots)
        ):
            self.wrong(where, f"event {changes[0].sequence} is not one of a single match and its players")
            return
        moved = {bot: of_bot[bot].change for bot in bots}
        if reversal:
            if number in self.taken_back or self.rated.get(number) != {bot: -change for bot, change in moved.items()}:
                self.wrong(where, f"event {changes[0].sequence} does not reverse what match {number} did")
            self.taken_back.add(number)
            return
        if number in self.rated:
            self.wrong(where, f"match {number} is rated twice")
        self.rated[number] = moved
        if number in self.results:
            should = elo.changes([of_bot[bot].old for bot in bots], self.results[number].places, changes[0].k or self.k)
            if list(moved.values()) != should:
                self.wrong(
                    where, f"changes of match {number} are {list(moved.values())}, its places make them {should}"
                )
