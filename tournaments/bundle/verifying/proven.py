"""Verifying a `satti-bundle/2`: what was committed to, the chain of what happened, and the arena's signature."""

from collections.abc import Collection, Iterator
from typing import Any

from tournaments import draws, seeds
from tournaments.bundle import chain, commitment, files, ratings, signature
from tournaments.bundle.archive import FILES, Archive, Wrong, parse, show, take
from tournaments.bundle.canonical import canonical, sha256
from tournaments.bundle.history import MOST_ROUNDS, Draw, History, Impossible
from tournaments.bundle.records import DONE, HOUSE, PROVEN
from tournaments.bundle.verifying.common import Check
from tournaments.bundle.verifying.report import NOT_COMPARED, Expected, Report
from tournaments.ratings.rated import BY_PAIRS, CONSENTS, RULES, why_unrated
from tournaments.ratings.rated import HOUSE as BY_HOUSE
from tournaments.results import MatchResult
from tournaments.standings import RULES as RANKINGS
from tournaments.standings import TIE_BREAKS

_int, _str, _list, _dict = (int,), (str,), (list,), (dict,)
COMMITMENT: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("commitment", "contest", "name", "game", "preset", "format", "schedule"), _str),
    **dict.fromkeys(("ranking", "rating_rule", "unrated", "secret_sha256", "started_at"), _str),
    **dict.fromkeys(("seats", "rounds", "boards", "memory_mb", "k"), _int),
    "matches": (int, type(None)),
    "month": (str, type(None)),
    "action_seconds": (float, int),
    "options": _dict,
    **dict.fromkeys(("entries", "tie_breaks"), _list),
}
ENTRY: dict[str, tuple[type, ...]] = {
    "number": _int,
    "bot": _str,
    "owner": _str,
    "version": (str, type(None)),
    "source_sha256": (str, type(None)),
}
MOST_ENTRIES, MOST_TABLES = 2_000, 100_000
"""Of a draw: a larger one would take more time and memory than a bundle may ask for."""


class ProvenCheck(Check):
    """`keys` are those that may have signed it, None where no arena's are known. `run` fills the report."""

    def __init__(
        self, archive: Archive, report: Report, keys: Collection[str] | None, expected: Expected, strict: bool
    ) -> None:
        super().__init__(archive)
        self.report, self.keys, self.expected, self.strict = report, keys, expected, strict
        self.secret = ""
        self.results: dict[int, MatchResult] = {}  # by match
        self.scores: dict[int, list[Any]] = {}  # by match, as its replay has them

    def run(self) -> None:
        """Raises Wrong where nothing after can be checked, and Enough."""
        self._signature()
        history = self._history()
        self._secret(history)
        for step in (self._replays, self._draws, self._files):
            try:
                step(history)
            except Wrong as wrong:
                self.found(wrong)
        self._logs(history)
        begun = [match for match in history.matches.values() if match.tries]
        self.report.count(len({match.base for match in begun}), sum(len(match.tries) for match in begun))

    def _signature(self) -> None:
        """First the contents of the files, then who vouches for them."""
        where = "manifest.json"
        text = self.archive.text(where).encode()
        digests = {name: self.archive.digest(name) for name in FILES if name not in ("manifest.json", "signature.json")}
        for name, have in take(parse(text, where), {"files": _dict}, where)["files"].items():
            if digests.get(name) != have:
                self.wrong(where, f"{show(name)} is not the file that was signed: its SHA-256 is another")
        if text != signature.manifest(digests):
            self.wrong(where, "it is not the list of the SHA-256 of every file here")
        where = "signature.json"
        raw = self.archive.text(where)
        given = take(parse(raw, where), dict.fromkeys(("algorithm", "key", "signature"), _str), where)
        if raw.encode() != canonical(given) or given["algorithm"] != signature.ALGORITHM:
            self.wrong(where, f"it must hold the algorithm, {signature.ALGORITHM}, a key and a signature, and no more")
        elif not signature.is_signed(given["key"], given["signature"], text):
            self.wrong(where, "the signature is not one of this manifest by this key")
        self.report.key = given["key"]
        if self.keys is None or (given["key"] not in self.keys and not self.strict):
            self.report.unproven.append(NOT_COMPARED)
        elif given["key"] not in self.keys:
            self.wrong(where, f"{show(given['key'])} is not a key of the arena's")

    def _history(self) -> History:
        where = "commitment.json"
        text = self.archive.text(where).encode()
        self.report.commitment_sha256 = head = sha256(text)
        if (published := self.expected.commitment_sha256) and published != head:
            self.wrong(where, f"its SHA-256 is {head}, the arena published {show(published)}")
        value = parse(text, where)
        if canonical(value) != text:
            self.wrong(where, "it is not in its canonical form")
        by_pairs = isinstance(value, dict) and value.get("rating_rule") == BY_PAIRS
        committed = take(value, COMMITMENT | {"house_boards": _int} if by_pairs else COMMITMENT, where)
        self._committed(where, committed)
        history = History(committed)
        lines: set[str] = set()
        number = 0
        for number, (where, line, record) in enumerate(self._records(), start=1):
            if (record["n"], record["prev"]) != (number, head):
                raise Wrong(where, "it does not follow the line before: n or prev is not that line's")
            try:
                history.apply(record)
            except Impossible as impossible:
                raise Wrong(where, str(impossible)) from None
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise Wrong(where, f"a list in it holds what it should not ({error})") from None
            head = chain.hash_of(line)
            lines.add(head)
        self.report.head, self.report.records = head, number
        if self.expected.chain is not None and not lines <= set(self.expected.chain):
            self.wrong("chain.jsonl", "it has records that the arena did not publish")
        if not history.is_over:
            raise Wrong("chain.jsonl", "it ends before the contest does")
        self._complete(history)
        return history

    def _records(self) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
        for number, line in enumerate(self.archive.lines("chain.jsonl"), start=1):
            where = f"chain.jsonl line {number}"
            value = parse(line, where)
            frame = take(value, chain.FRAME, where)
            if frame["kind"] not in chain.KINDS:
                raise Wrong(where, f"kind is {show(frame['kind'])}, it must be one of {', '.join(chain.KINDS)}")
            more = {key: types for key, types in chain.OPTIONAL.get(frame["kind"], {}).items() if key in value}
            record = frame | take(value, chain.KINDS[frame["kind"]] | more, where)
            if canonical(record) != line:
                raise Wrong(where, "it is not in its canonical form, or holds more than it should")
            yield where, line, record

    def _committed(self, where: str, given: dict[str, Any]) -> None:
        by_pairs = given["rating_rule"] == BY_PAIRS
        shape = ENTRY | {"consent": _str} if by_pairs else ENTRY
        entries = given["entries"] = [take(entry, shape, f"{where} entries") for entry in given["entries"]]
        self.report.name, self.report.contest = given["name"], given["contest"]
        if given["commitment"] != commitment.FORMAT:
            raise Wrong(where, f"commitment is not {commitment.FORMAT}")
        for key in ("number", "bot"):
            if len({entry[key] for entry in entries}) < len(entries):
                raise Wrong(where, f"entries: a {key} stands there twice")
        ladder = given["schedule"] == draws.LADDER
        if not (1 <= given["rounds"] <= MOST_ROUNDS and 2 <= given["seats"] <= 6 and given["boards"] >= 1):
            raise Wrong(where, "rounds, seats or boards are not those of any contest")
        pinned = [entry["version"] is not None and entry["source_sha256"] is not None for entry in entries]
        if not (all(pinned) and (given["matches"] is None) == ladder == (given["month"] is not None)):
            raise Wrong(where, "a tournament pins versions and counts matches, a ladder has a month")
        if any(entry["version"].rpartition("@")[0] != entry["bot"] for entry in entries):
            raise Wrong(where, "entries: a version is not its bot's")
        if not ladder and (given["schedule"] not in draws.RULES or given["schedule"].split("/")[0] != given["format"]):
            raise Wrong(where, f"schedule is {show(given['schedule'])}; known here are {', '.join(draws.RULES)}")
        if given["rating_rule"] not in RULES or not 1 <= given["k"] <= 1000:
            raise Wrong(where, "it was rated by a rule that this version of satti does not know, or k is not 1 to 1000")
        if given["ranking"] not in RANKINGS:
            raise Wrong(where, f"ranking is {show(given['ranking'])}, it may be {', '.join(filter(None, RANKINGS))}")
        if by_pairs and given["house_boards"] < 0:
            raise Wrong(where, "house_boards is below 0")
        for entry in entries if by_pairs else ():
            if entry["consent"] not in CONSENTS or (entry["consent"] == BY_HOUSE and entry["owner"] != HOUSE):
                raise Wrong(where, f"entries: consent of {show(entry['bot'])} is {show(entry['consent'])}")
        if any(type(name) is not str or name not in TIE_BREAKS for name in given["tie_breaks"]):
            raise Wrong(where, f"tie_breaks is {show(given['tie_breaks'])}, it may name {', '.join(TIE_BREAKS)}")
        reason = why_unrated(given["preset"], given["action_seconds"], given["memory_mb"])
        if reason and not given["unrated"]:
            self.wrong(where, f"unrated is empty, but {reason}")
        self.options(given["preset"], given["game"], given["options"])

    def _complete(self, history: History) -> None:
        """Nothing that was to be played is left out."""
        committed = history.commitment
        first = {match.base for match in history.matches.values() if match.base[0] <= committed["rounds"]}
        if history.is_ladder or history.state != "finished":
            return
        active = [entry for entry in history.entries.values() if not entry.removed]
        if history.drawn < history.rounds and len(active) >= committed["seats"]:
            self.wrong("chain.jsonl", f"{history.drawn} rounds were drawn, and there were to be {history.rounds}")
        if not history.removals and len(first) != committed["matches"]:
            what = f"{len(first)} matches were drawn, and {committed['matches']} were committed to"
            self.wrong("chain.jsonl", what)

    def _secret(self, history: History) -> None:
        where = "contest.json"
        given = take(parse(self.archive.text(where), where), {"bundle": _str, "secret": _str}, where)
        if given["bundle"] != PROVEN:
            raise Wrong(where, f"bundle is not {PROVEN}")
        self.secret = given["secret"]
        if not seeds.is_secret(self.secret, committed=True):
            self.wrong(where, f"secret is not {seeds.COMMITTED} and 64 hexadecimal digits")
        if seeds.commitment(self.secret) != history.commitment["secret_sha256"]:
            self.wrong(where, "secret is not the one committed to: its SHA-256 is not secret_sha256")

    def _replays(self, history: History) -> None:
        """One for each match that ever had a result, later void ones too: later rounds were drawn by them."""
        played = iter([match for match in history.matches.values() if match.replay_sha256])
        committed = history.commitment
        for number, line in enumerate(self.archive.lines("replays.jsonl"), start=1):
            match = next(played, None)
            if match is None:
                raise Wrong(f"replays.jsonl line {number}", "more replays than matches played")
            where = f"replays.jsonl line {number} (match {match.number})"
            if sha256(line + b"\n") != match.replay_sha256:
                self.wrong(where, "it is not the replay that was stored: its SHA-256 is another")
            result, scores = self.replay(
                where,
                line,
                game=committed["game"],
                options=committed["options"],
                seed=seeds.match_seed(self.secret, match.key),
                players=list(match.players),
                boards=match.boards,
                key=match.key,
            )
            if result is not None and scores is not None:
                self.scores[match.number] = scores
                self.results[match.number] = result
        for match in played:
            self.wrong("replays.jsonl", f"the replay of match {match.number} is missing")

    def _draws(self, history: History) -> None:
        """Every round drawn again by the rule that was committed to."""
        for draw in history.draws:
            where = f"chain.jsonl line {draw.record}"
            if (drawn := self._redraw(where, history, draw)) is not None and drawn != draw.rounds:
                first = draw.question.first
                at = next((n for n, (a, b) in enumerate(zip(drawn, draw.rounds, strict=False)) if a != b), 0)
                self.wrong(where, f"round {first + at} is not what {history.commitment['schedule']} draws")

    def _redraw(self, where: str, history: History, draw: Draw) -> list[list[tuple[int, ...]]] | None:
        entries, tables = len(draw.question.active), sum(map(len, draw.rounds))
        if history.commitment["format"] == "round-robin":
            tables = entries * (entries - 1) // 2 * len(draw.rounds)
        if entries > MOST_ENTRIES or tables > MOST_TABLES:
            self.wrong(where, f"more than {MOST_ENTRIES} entries or {MOST_TABLES} tables are not drawn again")
            return None
        try:
            rounds = draws.draw(history.commitment["schedule"], history.question(draw, self.results))
        except (ValueError, IndexError, TypeError) as error:
            self.wrong(where, f"nothing could be drawn: {error}")
            return None
        return [list(tables) for tables in rounds]

    def _files(self, history: History) -> None:
        changes = ratings.read(self.archive)
        plain = [change for _, change in changes]
        source = "commitment and chain"
        head, standings = files.standings(history, self.secret, self.results, plain)
        self.compare("contest.json", head, source)
        self.compare("matches.jsonl", files.matches(history, self.secret, self.scores), source)
        self.compare("standings.csv", standings)
        done = [result for number, result in self.results.items() if history.matches[number].state == DONE]
        self.compare("crosstable.csv", files.crosstable_csv(done))
        records = [files.record(history, match, self.secret) for match in history.matches.values()]
        committed = history.commitment
        ratings.Fold(records, self.results, committed["k"], self.wrong, committed["rating_rule"]).run(changes)
        self.compare("ratings.jsonl", files.lines(change.line() for change in plain), "what is known of them")
        self.compare("ratings.csv", ratings.csv_of(changes))

    def _logs(self, history: History) -> None:
        """Their texts follow from nothing, but there is one for each match."""
        shape = {"number": _int, "log": _str}
        given = [take(value, shape, where)["number"] for where, value in self.archive.objects("logs.jsonl")]
        if given != list(history.matches):
            self.wrong("logs.jsonl", "it does not have one log for each match, in order")
        for where, value in self.archive.objects("audit.jsonl"):
            take(value, {}, where)
