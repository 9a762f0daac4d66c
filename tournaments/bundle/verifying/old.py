"""Verifying a `satti-bundle/1`, of a contest that started before there were commitments."""

import re
from collections.abc import Callable
from typing import Any

from tournaments import seeds
from tournaments.bundle import ratings
from tournaments.bundle.archive import Archive, Wrong, parse, show, take
from tournaments.bundle.records import DONE, FORMAT, STATES, VOID, Contest, Entry, Match, bot_of, same_owner
from tournaments.bundle.sheets import crosstable_csv, standings_csv, standings_of
from tournaments.bundle.verifying.common import Check
from tournaments.bundle.verifying.report import Expected, Report
from tournaments.ratings.rated import why_unrated
from tournaments.results import MatchResult
from tournaments.standings import MEAN, RATING, RULES, TIE_BREAKS

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


class OldCheck(Check):
    """A bundle without a commitment: its parts are consistent, but nobody can say that none is missing."""

    def __init__(self, archive: Archive, report: Report, expected: Expected) -> None:
        super().__init__(archive)
        self.report, self.expected = report, expected
        self.matches: list[Match] = []
        self.scores: dict[int, list[Any] | None] = {}  # match number -> as matches.jsonl has them
        self.results: dict[int, MatchResult] = {}  # match number -> what its replay shows, by bots

    def run(self) -> None:
        """Raises Wrong and Enough."""
        contest = self._contest()
        steps: list[Callable[[Contest], None]] = [self._matches, self._replays, self._sheets, self._ratings]
        for step in steps:
            try:
                step(contest)
            except Wrong as wrong:
                self.found(wrong)
        self.logs()
        done = sum(match.state == DONE for match in self.matches)
        self.report.name, self.report.matches, self.report.tries = contest.name, done, done

    def _contest(self) -> Contest:
        where = "contest.json"
        read = parse(self.archive.text(where), where)
        given = take(read, _CONTEST, where)
        given["ranking"] = take({"ranking": MEAN} | read, {"ranking": (str,)}, where)["ranking"]
        if given["ranking"] not in RULES:
            rules = ", ".join(filter(None, RULES))
            raise Wrong(where, f"ranking is {show(given['ranking'])}, it may be {rules} or absent")
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
        if self.expected.commitment_sha256 or contest.secret.startswith(seeds.COMMITTED):
            self.wrong(where, f"the contest committed to all it consists of, and {FORMAT} does not prove that")
        elif not seeds.is_secret(contest.secret, committed=False):
            self.wrong(where, "secret is not 64 hexadecimal digits, as those of contests without a commitment are")
        self.options(contest.preset, contest.game, contest.options)
        return contest

    def _matches(self, contest: Contest) -> None:
        bots = {entry.bot: entry for entry in contest.entries}
        keys: set[str] = set()  # of matches that are not void
        drawn: dict[int, set[int]] = {}
        for where, value in self.archive.objects("matches.jsonl"):
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

    def _replays(self, contest: Contest) -> None:
        done = iter([match for match in self.matches if match.state == DONE])
        for number, line in enumerate(self.archive.lines("replays.jsonl"), start=1):
            match = next(done, None)
            if match is None:
                raise Wrong(f"replays.jsonl line {number}", "more replays than matches done")
            self._replay(f"replays.jsonl line {number} (match {match.number})", line, match, contest)
        for match in done:
            self.wrong("replays.jsonl", f"the replay of match {match.number} is missing")

    def _replay(self, where: str, line: bytes, match: Match, contest: Contest) -> None:
        result, scores = self.replay(
            where,
            line,
            game=contest.game,
            options=contest.options,
            seed=match.seed,
            players=list(match.players),
            boards=match.boards,
            key=match.key,
        )
        if scores is not None and self.scores[match.number] != scores:
            self.wrong(where, f"match_scores is {scores}, scores of the match {show(self.scores[match.number])}")
        if result is not None:
            self.results[match.number] = result

    def _sheets(self, contest: Contest) -> None:
        changes = [change for _, change in ratings.read(self.archive)] if contest.ranking == RATING else []
        self.compare("standings.csv", standings_csv(contest, self.matches, self.results, changes))
        self.compare("crosstable.csv", crosstable_csv(self.results.values()))
        if contest.ranking != MEAN:
            rows = standings_of(contest, self.matches, self.results, changes)
            if contest.byes != (should := {row.player: row.byes for row in rows if row.byes}):
                self.wrong("contest.json", f"byes is {show(contest.byes)}, the matches make it {show(should)}")

    def _ratings(self, contest: Contest) -> None:
        changes = ratings.read(self.archive)
        ratings.Fold(self.matches, self.results, contest.k, self.wrong).run(changes)
        self.compare("ratings.csv", ratings.csv_of(changes))
