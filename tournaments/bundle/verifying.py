"""Verifying a bundle: everything in it that follows from something else is made again and compared."""

import os
import re
from collections.abc import Callable
from typing import Any

from games import OptionError, presets, replay
from tournaments import seeds
from tournaments.bundle import ratings
from tournaments.bundle.archive import Archive, Problem, Wrong, parse, show, take
from tournaments.bundle.records import DONE, FORMAT, STATES, VOID, Contest, Entry, Match, bot_of, same_owner
from tournaments.bundle.sheets import crosstable_csv, standings_csv
from tournaments.ratings.rated import why_unrated
from tournaments.results import MatchResult, from_replay
from tournaments.standings import TIE_BREAKS

MOST_PROBLEMS = 100
"""After so many the rest is not looked at."""

_Shape = dict[str, tuple[type, ...]]
_CONTEST: _Shape = {
    **dict.fromkeys(("bundle", "name", "game", "format", "preset", "secret", "secret_sha256"), (str,)),
    **dict.fromkeys(("rounds", "boards", "k", "memory_mb"), (int,)),
    "action_seconds": (float, int),
    **dict.fromkeys(("entries", "tie_breaks"), (list,)),
    **dict.fromkeys(("options", "byes"), (dict,)),
    **dict.fromkeys(("started_at", "finished_at"), (str,)),
}
_ENTRY: _Shape = {"number": (int,), "bot": (str,), "version": (str, type(None)), "removed": (bool,)}
_MATCH: _Shape = {
    **dict.fromkeys(("number", "boards"), (int,)),
    **dict.fromkeys(("key", "seed", "state", "note", "started_at", "finished_at"), (str,)),
    "rated": (bool,),
    "players": (list,),
    "scores": (list, type(None)),
}


def verify(source: bytes | str | os.PathLike[str]) -> list[Problem]:
    """What is wrong with a bundle, given as its bytes or its path; an empty list if everything in it holds.

    Offline and without running any bot: the secret against its commitment, every match's seed, every replay against
    the rules, scores, standings, cross table and rating changes. Broken and hostile files are problems like any other.
    """
    check = _Check()
    try:
        check.run(Archive(source))
    except Wrong as wrong:
        check.problems.append(wrong.problem)
    return check.problems


class _Enough(Exception):
    """Too many problems."""


class _Check:
    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.matches: list[Match] = []
        self.scores: dict[int, list[Any] | None] = {}  # match number -> as matches.jsonl has them
        self.results: dict[int, MatchResult] = {}  # match number -> what its replay shows, by bots

    def wrong(self, where: str, what: str) -> None:
        self.problems.append(Problem(where, what))
        if len(self.problems) >= MOST_PROBLEMS:
            raise _Enough

    def run(self, archive: Archive) -> None:
        contest = self._contest(archive)
        steps: list[Callable[[Archive, Contest], None]] = [
            self._matches, self._replays, self._sheets, self._ratings, self._logs,
        ]  # fmt: skip
        try:
            for step in steps:
                try:
                    step(archive, contest)
                except Wrong as wrong:
                    self.wrong(wrong.problem.where, wrong.problem.what)
        except _Enough:
            self.problems.append(Problem("bundle", f"{MOST_PROBLEMS} problems; the rest was not looked at"))

    def _contest(self, archive: Archive) -> Contest:
        where = "contest.json"
        given = take(parse(archive.text(where), where), _CONTEST, where)
        if given.pop("bundle") != FORMAT:
            raise Wrong(where, f"bundle is not {FORMAT}")
        entries = [Entry(**take(entry, _ENTRY, f"{where} entries")) for entry in given["entries"]]
        if len({entry.bot for entry in entries}) < len(entries):
            raise Wrong(where, "entries: a bot stands there twice")
        if any(type(name) is not str or name not in TIE_BREAKS for name in given["tie_breaks"]):
            raise Wrong(where, f"tie_breaks is {show(given['tie_breaks'])}, it may name {', '.join(TIE_BREAKS)}")
        take(given["byes"], dict.fromkeys(given["byes"], (int,)), f"{where} byes")
        if not given["byes"].keys() <= {entry.bot for entry in entries} or any(n < 0 for n in given["byes"].values()):
            raise Wrong(where, "byes must count, from 0, those of entered bots")
        if not 1 <= given["k"] <= 1000:
            raise Wrong(where, f"k is {given['k']}, it must be 1 to 1000")
        contest = Contest(**given | {"entries": tuple(entries), "tie_breaks": tuple(given["tie_breaks"])})
        if seeds.commitment(contest.secret) != contest.secret_sha256:
            self.wrong(where, "secret is not the one committed to: its SHA-256 is not secret_sha256")
        if contest.preset:
            try:
                if presets(contest.game).get(contest.preset) != contest.options:
                    self.wrong(where, f"options are not those of preset {show(contest.preset)}")
            except OptionError as error:
                self.wrong(where, str(error))
        return contest

    def _matches(self, archive: Archive, contest: Contest) -> None:
        bots = {entry.bot: entry for entry in contest.entries}
        keys: set[str] = set()  # of matches that are not void
        drawn: dict[int, set[int]] = {}
        for where, value in archive.objects("matches.jsonl"):
            given = take(value, _MATCH, where)
            scores = given.pop("scores")
            players = tuple(given["players"])
            if any(type(player) is not str for player in players):
                raise Wrong(where, "players must be names of versions")
            match = Match(**given | {"players": players})
            where = f"{where} (match {match.number})"
            if match.number <= (self.matches[-1].number if self.matches else 0):
                self.wrong(where, "matches must stand in the order of their numbers, from 1")
            self.matches.append(match)
            self.scores[match.number] = scores
            if match.state not in STATES:
                self.wrong(where, f"state is {show(match.state)}, it must be one of {', '.join(STATES)}")
            self._players(where, match, bots, contest)
            key = re.fullmatch("([1-9][0-9]{0,8})/([1-9][0-9]{0,8})", match.key)
            if key is None:
                self.wrong(where, f"key is {show(match.key)}, it must be ROUND/NUMBER")
                continue
            drawn.setdefault(int(key[1]), set()).add(int(key[2]))
            if match.state != VOID and match.key in keys:
                self.wrong(where, f"key {match.key} belongs to another match that is not void")
            if match.state != VOID:
                keys.add(match.key)
            if match.seed != seeds.match_seed(contest.secret, match.key):
                self.wrong(where, f"seed does not follow from the secret and the key {match.key}")
        self._complete(drawn)

    def _players(self, where: str, match: Match, bots: dict[str, Entry], contest: Contest) -> None:
        names = [bot_of(player) for player in match.players]
        if len(names) < 2 or len(set(names)) < len(names):
            self.wrong(where, "two or more different bots must play")
        for player, bot in zip(match.players, names, strict=True):
            entry = bots.get(bot)
            if entry is None:
                self.wrong(where, f"player {show(player)} is not entered")
            elif entry.version is not None and player != entry.version:
                self.wrong(where, f"player {show(player)} is not the version entered, {show(entry.version)}")
        unrated = why_unrated(contest.preset, contest.action_seconds, contest.memory_mb)
        unrated = unrated or ("these are bots of one owner" if same_owner(match.players) else "")
        if match.rated == bool(unrated):
            reason = unrated or "these are bots of different owners, under the standard limits and a preset"
            self.wrong(where, f"rated is {str(match.rated).lower()}: {reason}")

    def _complete(self, drawn: dict[int, set[int]]) -> None:
        """No match may be left out: a replay that somebody does not like."""
        for number in range(1, max(drawn, default=0) + 1):
            there = drawn.get(number, set())
            for missing in sorted(set(range(1, max(there, default=1) + 1)) - there)[:3]:
                self.wrong("matches.jsonl", f"match {seeds.match_key(number, missing)} is missing")

    def _replays(self, archive: Archive, contest: Contest) -> None:
        done = iter([match for match in self.matches if match.state == DONE])
        for number, line in enumerate(archive.lines("replays.jsonl"), start=1):
            match = next(done, None)
            if match is None:
                raise Wrong(f"replays.jsonl line {number}", "more replays than matches done")
            self._replay(f"replays.jsonl line {number} (match {match.number})", line, match, contest)
        for match in done:
            self.wrong("replays.jsonl", f"the replay of match {match.number} is missing")

    def _replay(self, where: str, line: bytes, match: Match, contest: Contest) -> None:
        try:
            doc = replay.read(line).doc
        except replay.ReplayError as error:
            self.wrong(where, str(error))
            return
        if (doc["game"], doc["options"]) != (contest.game, contest.options):
            self.wrong(where, "game and options are not the contest's")
        for key, should in (("seed", match.seed), ("players", list(match.players))):
            if doc[key] != should:
                self.wrong(where, f"{key} is {show(doc[key])}, the match has {show(should)}")
        if len(doc["games"]) != match.boards * len(doc["players"]):
            self.wrong(where, f"{len(doc['games'])} games are not {match.boards} boards in every rotation")
        if self.scores[match.number] != doc["match_scores"]:
            self.wrong(
                where, f"match_scores is {doc['match_scores']}, scores of the match {show(self.scores[match.number])}"
            )
        if doc["players"] == list(match.players) and len({*map(bot_of, match.players)}) == len(match.players):
            result = from_replay(match.key, doc)
            self.results[match.number] = MatchResult(match.key, tuple(map(bot_of, result.players)), result.places)

    def _sheets(self, archive: Archive, contest: Contest) -> None:
        results = list(self.results.values())
        self._compare(archive, "standings.csv", standings_csv(contest, results))
        self._compare(archive, "crosstable.csv", crosstable_csv(results))

    def _compare(self, archive: Archive, name: str, should: str) -> None:
        given, right = archive.text(name).split("\n"), should.split("\n")
        for number, (have, want) in enumerate(zip(given, right, strict=False), start=1):
            if have != want:
                self.wrong(f"{name} line {number}", f"is {show(have)}, the matches make it {show(want)}")
                return
        if len(given) != len(right):
            self.wrong(name, f"{len(given)} lines, the matches make {len(right)}")

    def _ratings(self, archive: Archive, contest: Contest) -> None:
        changes = ratings.read(archive)
        ratings.Fold(self.matches, self.results, contest.k, self.wrong).run(changes)
        self._compare(archive, "ratings.csv", ratings.csv_of(changes))

    def _logs(self, archive: Archive, contest: Contest) -> None:
        """Nothing follows from these, but they must be readable."""
        for name in ("logs.jsonl", "audit.jsonl"):
            for where, value in archive.objects(name):
                take(value, {}, where)
