"""Rating changes of a bundle, made again from the replays."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import Any

from tournaments.bundle.archive import Archive, Wrong, show, take
from tournaments.bundle.records import DONE, Match, RatingChange, bot_of
from tournaments.bundle.sheets import ratings_csv
from tournaments.ratings import elo
from tournaments.ratings.rated import RULES, WHOLE, all_pairs
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
_TOLD = frozenset(_OPTIONAL)
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
    told = _TOLD & value.keys() if isinstance(value, dict) else _TOLD
    given = take(value, _SHAPE | {key: _OPTIONAL[key] for key in told}, where)
    if not told:
        return RatingChange(**given)
    if told != _TOLD:
        missing = ", ".join(sorted(_TOLD - told))
        raise Wrong(where, f"{missing} is missing: k, rule and pairs stand together or not at all")
    if given["rule"] not in RULES:
        raise Wrong(where, f"rule is {show(given['rule'])}; known here are {', '.join(RULES)}")
    if not 1 <= given["k"] <= 1000:
        raise Wrong(where, f"k is {given['k']}, it must be 1 to 1000")
    if not all(type(pair) is list and list(map(type, pair)) == [str, str] for pair in given["pairs"]):
        raise Wrong(where, "pairs must be pairs of bots")
    return RatingChange(**given | {"pairs": tuple((first, second) for first, second in given["pairs"])})


def csv_of(lines: Sequence[Line]) -> str:
    return ratings_csv(change for _, change in lines)


class Fold:
    """Folds the events and tells `wrong(where, what)` whatever is not what its match makes of the ratings before it.
    `rule` and `k` are those that the contest committed to.

    The pool of a game and preset also holds other contests' matches. So a bot's old rating must be its last new one (at
    first a newcomer's) just where no event in between is missing here.
    """

    def __init__(
        self,
        matches: Sequence[Match],
        results: Mapping[int, MatchResult],
        k: int,
        wrong: Callable[[str, str], None],
        rule: str = WHOLE,
    ) -> None:
        self.matches = {match.number: match for match in matches}
        self.results, self.k, self.wrong, self.rule = results, k, wrong, rule
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
        pairs = match.pairs if match and match.pairs is not None else all_pairs(len(bots))
        named = tuple((bots[first], bots[second]) for first, second in pairs)
        playing = [bot for bot in bots if any(bot in pair for pair in named)]
        of_bot = {change.bot: change for change in changes}
        if (
            any((change.match, change.reversal) != (number, reversal) for change in changes)
            or sorted(of_bot) != sorted(playing)
            or len(changes) != len(playing)
        ):
            self.wrong(where, f"event {changes[0].sequence} is not one of a single match and its players")
            return
        told, should_be = {(change.rule, change.k, change.pairs) for change in changes}, (self.rule, self.k, named)
        if told != {should_be} and (told != {(None, None, None)} or self.rule != WHOLE):
            what = f"rule, k or pairs of event {changes[0].sequence} are not those of the contest and its match"
            self.wrong(where, what)
        moved = {bot: of_bot[bot].change for bot in playing}
        if reversal:
            if number in self.taken_back or self.rated.get(number) != {bot: -change for bot, change in moved.items()}:
                self.wrong(where, f"event {changes[0].sequence} does not reverse what match {number} did")
            self.taken_back.add(number)
            return
        if number in self.rated:
            self.wrong(where, f"match {number} is rated twice")
        self.rated[number] = moved
        if number in self.results:
            old = [of_bot[bot].old if bot in of_bot else elo.START for bot in bots]
            made = dict(zip(bots, elo.changes(old, self.results[number].places, self.k, pairs), strict=True))
            should = [made[bot] for bot in playing]
            if list(moved.values()) != should:
                self.wrong(
                    where, f"changes of match {number} are {list(moved.values())}, its places make them {should}"
                )
