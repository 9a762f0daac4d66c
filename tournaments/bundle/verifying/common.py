"""What verifying old and new bundles has in common: collecting problems, comparing files, checking a replay."""

import json
from typing import Any

from games import OptionError, presets, replay
from tournaments.bundle.archive import Archive, Problem, Wrong, show, take
from tournaments.bundle.records import bot_of
from tournaments.results import MatchResult, from_replay

MOST_PROBLEMS = 100
"""After so many the rest is not looked at."""


class Enough(Exception):
    """Too many problems."""


class Check:
    """Problems as they are found."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive
        self.problems: list[Problem] = []

    def wrong(self, where: str, what: str) -> None:
        self.problems.append(Problem(where, what))
        if len(self.problems) >= MOST_PROBLEMS:
            raise Enough

    def found(self, wrong: Wrong) -> None:
        self.wrong(wrong.problem.where, wrong.problem.what)

    def compare(self, name: str, should: str, source: str = "the matches") -> None:
        """The file against what it should be, to the first line that differs."""
        given, right = self.archive.text(name).split("\n"), should.split("\n")
        for number, (have, want) in enumerate(zip(given, right, strict=False), start=1):
            if have != want:
                self.wrong(f"{name} line {number}", _difference(have, want, source))
                return
        if len(given) != len(right):
            self.wrong(name, f"{len(given)} lines, {source} make {len(right)}")

    def options(self, preset: str, game: str, options: Any) -> None:
        """The options against the preset's."""
        if not preset:
            return
        try:
            if presets(game).get(preset) != options:
                self.wrong("contest.json", f"options are not those of preset {show(preset)}")
        except OptionError as error:
            self.wrong("contest.json", str(error))

    def replay(
        self, where: str, line: bytes, *, game: str, options: Any, seed: str, players: list[str], boards: int, key: str
    ) -> tuple[MatchResult | None, list[Any] | None]:
        """A replay against the rules and its match: the result by bots, and the match's scores as it has them."""
        try:
            doc = replay.read(line).doc
        except replay.ReplayError as error:
            self.wrong(where, str(error))
            return None, None
        if (doc["game"], doc["options"]) != (game, options):
            self.wrong(where, "game and options are not the contest's")
        for name, should in (("seed", seed), ("players", players)):
            if doc[name] != should:
                self.wrong(where, f"{name} is {show(doc[name])}, the match has {show(should)}")
        if len(doc["games"]) != boards * len(doc["players"]):
            self.wrong(where, f"{len(doc['games'])} games are not {boards} boards in every rotation")
        result = None
        if doc["players"] == players and len({*map(bot_of, players)}) == len(players):
            found = from_replay(key, doc)
            result = MatchResult(key, tuple(map(bot_of, found.players)), found.places)
        return result, doc["match_scores"]

    def logs(self) -> None:
        """Nothing follows from these, but they must be readable."""
        for name in ("logs.jsonl", "audit.jsonl"):
            for where, value in self.archive.objects(name):
                take(value, {}, where)


def _difference(have: str, want: str, source: str) -> str:
    """In JSON objects, the first key that differs."""
    try:
        given, right = json.loads(have), json.loads(want)
        for key in right:
            if type(given[key]) is not type(right[key]) or given[key] != right[key]:
                return f"{key} is {show(given[key])}, {source} make it {show(right[key])}"
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return f"is {show(have)}, {source} make it {show(want)}"
