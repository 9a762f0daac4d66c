"""What a contest was, as its commitment and its chain tell: the writer makes a bundle's files from it, the verifier
makes them again."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments import draws, seeds
from tournaments.bundle.records import DONE, HOUSE, VOID, Contest, Entry
from tournaments.ratings.rated import BY_PAIRS, OWNER, Pair, Player, limited_pairs, rated_pairs
from tournaments.results import MatchResult
from tournaments.standings import Meeting

RUNNING, PAUSED, FINISHED, CANCELLED = "running", "paused", "finished", "cancelled"
WAITING = "waiting"
MOST_ROUNDS = 10_000
"""More than any contest has: a bundle that was made to keep a processor busy has others."""


class Impossible(Exception):
    """A record that cannot follow from those before it; the text says why."""


@dataclass(slots=True)
class Entered:
    bot: str
    owner: str
    version: str | None = None
    consent: str = OWNER
    removed: bool = False


@dataclass(slots=True)
class Try:
    """A match's try; `reason` says why it ended without a result, "" where it brought one or is not over."""

    number: int
    key: str
    worker: str
    started_at: str
    ended_at: str = ""
    reason: str = ""


@dataclass(slots=True)
class Played:
    """A match. `base` is round and number in the round, which a match that is played again shares with the first."""

    number: int
    base: tuple[int, int]
    key: str
    boards: int
    entries: tuple[int, ...]
    players: tuple[str, ...]
    pairs: tuple[Pair, ...]  # the rated ones, by the players' places
    state: str = WAITING
    replay_sha256: str = ""
    note: str = ""
    finished_at: str = ""
    tries: list[Try] = field(default_factory=list)


@dataclass(slots=True)
class Draw:
    """A draw, with what it must follow from: the matches before number `match`, of which some were `void` or `open`
    then. Their results come from replays."""

    record: int
    match: int
    question: draws.Question
    rounds: list[list[tuple[int, ...]]]
    void: frozenset[int]
    open: frozenset[int]


class History:
    """The state of a contest after the records applied so far."""

    def __init__(self, commitment: Mapping[str, Any]) -> None:
        self.commitment = commitment
        self.entries = {
            entry["number"]: Entered(entry["bot"], entry["owner"], entry["version"], entry.get("consent", OWNER))
            for entry in commitment["entries"]
        }
        self.house_boards: Counter[tuple[str, int]] = Counter()  # rated ones against the house, by day and entry
        self.matches: dict[int, Played] = {}
        self.tries: dict[tuple[int, int], int] = {}  # by base
        self.latest: dict[tuple[int, int], int] = {}  # by base, the number of the last match
        self.seated: set[int] = set()  # entries that have a match
        self.draws: list[Draw] = []
        self.state, self.finished_at = RUNNING, ""
        self.rounds, self.boards, self.drawn = commitment["rounds"], commitment["boards"], 0
        self.removals = False

    @property
    def is_ladder(self) -> bool:
        return bool(self.commitment["schedule"] == draws.LADDER)

    @property
    def is_over(self) -> bool:
        return self.state in (FINISHED, CANCELLED)

    def apply(self, record: Mapping[str, Any]) -> None:
        """Raises Impossible, and KeyError or TypeError where the lists in a record hold what they should not."""
        kind = record["kind"]
        if self.is_over and kind != "void":
            raise Impossible(f"{kind} after the contest's end")
        getattr(self, f"_{kind}")(record)

    def _draw(self, record: Mapping[str, Any]) -> None:
        if self.is_ladder:
            raise Impossible("a ladder draws no rounds")
        rounds = [[tuple(table) for table in tables] for tables in record["rounds"]]
        if not rounds:
            raise Impossible("it draws no round")
        if record["round"] != self.drawn + 1 or self.drawn + len(rounds) > self.rounds:
            raise Impossible(f"rounds {record['round']} to {record['round'] + len(rounds) - 1} are not the next ones")
        if record["boards"] != self.boards:
            raise Impossible(f"boards is {record['boards']}, it must be {self.boards}")
        active = [number for number, entry in sorted(self.entries.items()) if not entry.removed]
        owners = {number: "" if entry.owner == HOUSE else entry.owner for number, entry in self.entries.items()}
        removed = frozenset(self.entries) - frozenset(active)
        seats, last = self.commitment["seats"], self.drawn + len(rounds)
        question = draws.Question(active, seats, record["round"], last, (), removed, owners)
        void = frozenset(match.number for match in self.matches.values() if match.state == VOID)
        unfinished = frozenset(match.number for match in self.matches.values() if match.state not in (VOID, DONE))
        self.draws.append(Draw(record["n"], record["match"], question, rounds, void, unfinished))
        excluded = self._excluded(record)
        number = record["match"]
        for round_, tables in enumerate(rounds, start=record["round"]):
            for at, table in enumerate(tables, start=1):
                versions = [self._active(entry).version or "" for entry in table]
                pairs = self._pairs(table, excluded.pop(number, ()), record)
                self._add(number, (round_, at), record["boards"], table, versions, pairs)
                number += 1
        if excluded:
            raise Impossible(f"it does not draw match {min(excluded)}, whose pairs it leaves unrated")
        self.drawn += len(rounds)

    def _excluded(self, record: Mapping[str, Any]) -> dict[int, list[Pair]]:
        """By match the pairs that a draw leaves unrated, since the house's boards of the day are used up."""
        given = [tuple(one) for one in record.get("unrated", [])]
        if ("unrated" in record and not given) or given != sorted(set(given)):
            raise Impossible("unrated is empty, out of order or names a pair twice")
        excluded: dict[int, list[Pair]] = {}
        for match, first, second in given:
            excluded.setdefault(match, []).append((first, second))
        return excluded

    def _pairs(
        self, table: Sequence[int], excluded: Collection[Pair] = (), record: Mapping[str, Any] | None = None
    ) -> tuple[Pair, ...]:
        """The rated pairs of a table. Raises Impossible where an excluded pair is none that the house's limit can
        exclude, and where the contest alone has more boards against the house on the record's day."""
        if self.commitment["unrated"]:
            pairs: tuple[Pair, ...] = ()
        else:
            entered = [self._active(entry) for entry in table]
            players = [Player("" if entry.owner == HOUSE else entry.owner, entry.consent) for entry in entered]
            pairs = rated_pairs(self.commitment["rating_rule"], players)
        limited: dict[Pair, tuple[int, ...]] = {}
        if pairs and self.commitment["rating_rule"] == BY_PAIRS:
            limited = limited_pairs(players, pairs)
        if not set(excluded) <= limited.keys():
            raise Impossible("it leaves pairs unrated that no limit of the house's concerns")
        pairs = tuple(pair for pair in pairs if pair not in excluded)
        for player in {player for pair in pairs for player in limited.get(pair, ())}:
            day = record["at"][:10] if record else ""
            boards = record["boards"] if record else 0
            self.house_boards[day, table[player]] += boards
            if self.house_boards[day, table[player]] > self.commitment["house_boards"]:
                raise Impossible(f"entry {table[player]} has more rated boards against the house than a day allows")
        return pairs

    def _pair(self, record: Mapping[str, Any]) -> None:
        if not self.is_ladder:
            raise Impossible("only a ladder pairs match by match")
        if record["round"] != self.drawn + 1 or record["boards"] != self.boards:
            raise Impossible("it is not the next round, or has other boards")
        table, versions = tuple(record["table"]), list(record["versions"])
        bots = [self._active(entry).bot for entry in table]
        if len(record["sources"]) != len(table) or [version.rpartition("@")[0] for version in versions] != bots:
            raise Impossible("the versions are not the players'")
        self._add(record["match"], (record["round"], 1), record["boards"], table, versions, self._pairs(table))
        self.drawn += 1

    def _add(
        self,
        number: int,
        base: tuple[int, int],
        boards: int,
        table: tuple[int, ...],
        players: Sequence[str],
        pairs: tuple[Pair, ...],
    ) -> None:
        if number != len(self.matches) + 1:
            raise Impossible(f"match {number} is not the next one, {len(self.matches) + 1}")
        if len(set(table)) != len(table) or len(table) != self.commitment["seats"]:
            raise Impossible(f"match {number} does not have {self.commitment['seats']} different players")
        key = seeds.match_key(*base, self.tries.get(base, 0) + 1)
        self.latest[base] = number
        self.seated.update(table)
        self.matches[number] = Played(number, base, key, boards, table, tuple(players), pairs)

    def _try(self, record: Mapping[str, Any]) -> None:
        match = self._match(record["match"], WAITING)
        if self.state != RUNNING:
            raise Impossible(f"match {match.number} begins while the contest is {self.state}")
        attempt = self.tries[match.base] = self.tries.get(match.base, 0) + 1
        key = seeds.match_key(*match.base, attempt)
        if (record["try"], record["key"]) != (attempt, key):
            raise Impossible(f"try {record['try']} with key {record['key']!a} must be try {attempt} with key {key}")
        match.state, match.key = RUNNING, key
        match.tries.append(Try(attempt, key, record["worker"], record["at"]))

    def _fail(self, record: Mapping[str, Any]) -> None:
        match = self._match(record["match"], RUNNING)
        match.state = WAITING
        match.tries[-1].ended_at, match.tries[-1].reason = record["at"], record["reason"]

    def _result(self, record: Mapping[str, Any]) -> None:
        match = self._match(record["match"], RUNNING)
        match.state, match.replay_sha256 = DONE, record["replay_sha256"]
        match.finished_at = match.tries[-1].ended_at = record["at"]

    def _void(self, record: Mapping[str, Any]) -> None:
        self._make_void(self._match(record["match"]), record["at"], record["note"])

    def _rerun(self, record: Mapping[str, Any]) -> None:
        match = self._match(record["match"], DONE, VOID)
        if (latest := self.latest[match.base]) != match.number and self.matches[latest].state != VOID:
            raise Impossible(f"match {match.number} has been played again already")
        if match.state == DONE:
            self._make_void(match, record["at"], record["note"])
        for entry in match.entries:
            self._active(entry)
        self._add(record["again"], match.base, match.boards, match.entries, match.players, match.pairs)

    def _remove(self, record: Mapping[str, Any]) -> None:
        if self.is_ladder:
            raise Impossible("who leaves a ladder is not removed")
        entry = self._active(record["entry"])
        for number in record["void"]:
            match = self._match(number, WAITING)
            if record["entry"] not in match.entries:
                raise Impossible(f"match {number} is void with entry {record['entry']}, who does not play in it")
            self._make_void(match, record["at"], record["note"])
        if any(record["entry"] in match.entries and match.state == WAITING for match in self.matches.values()):
            raise Impossible(f"matches of entry {record['entry']} are still waiting")
        entry.removed = self.removals = True

    def _extend(self, record: Mapping[str, Any]) -> None:
        if self.is_ladder or record["rounds"] < 1 or record["boards"] < 1:
            raise Impossible("nothing to extend")
        self.rounds, self.boards = self.rounds + record["rounds"], record["boards"]
        if self.rounds > MOST_ROUNDS:
            raise Impossible(f"{self.rounds} rounds are more than any contest has")

    def _pause(self, record: Mapping[str, Any]) -> None:
        self._turn(RUNNING, PAUSED)

    def _resume(self, record: Mapping[str, Any]) -> None:
        self._turn(PAUSED, RUNNING)

    def _enter(self, record: Mapping[str, Any]) -> None:
        number = record["entry"]
        if not self.is_ladder or number in self.seated or number < 0:
            raise Impossible(f"nobody can enter as {number}")
        if any(entry.bot == record["bot"] for other, entry in self.entries.items() if other != number):
            raise Impossible(f"{record['bot']!a} is entered already")
        self.entries[number] = Entered(record["bot"], record["owner"])  # again only after one who never played

    def _leave(self, record: Mapping[str, Any]) -> None:
        self._ladder_only()
        self._active(record["entry"]).removed = True

    def _return(self, record: Mapping[str, Any]) -> None:
        self._ladder_only()
        entry = self.entries.get(record["entry"])
        if entry is None or not entry.removed:
            raise Impossible(f"entry {record['entry']} has not left")
        entry.removed = False

    def _finish(self, record: Mapping[str, Any]) -> None:
        if not self.is_ladder and record["void"]:
            raise Impossible("a tournament ends by itself when all of its matches are over")
        self._end(record, FINISHED)

    def _cancel(self, record: Mapping[str, Any]) -> None:
        self._end(record, CANCELLED)

    def _end(self, record: Mapping[str, Any], state: str) -> None:
        for number in record["void"]:
            self._make_void(self._match(number, WAITING, RUNNING), record["at"], record["note"])
        unfinished = [match.number for match in self.matches.values() if match.state in (WAITING, RUNNING)]
        if unfinished:
            raise Impossible(f"the contest ends while match {unfinished[0]} is neither done nor void")
        self.state, self.finished_at = state, record["at"]

    def _turn(self, before: str, after: str) -> None:
        if self.state != before:
            raise Impossible(f"the contest is {self.state}, not {before}")
        self.state = after

    def _ladder_only(self) -> None:
        if not self.is_ladder:
            raise Impossible("only a ladder's entries come and go")

    def _active(self, number: int) -> Entered:
        entry = self.entries.get(number)
        if entry is None or entry.removed:
            raise Impossible(f"entry {number} does not take part")
        return entry

    def _match(self, number: int, *states: str) -> Played:
        match = self.matches.get(number)
        if match is None or (match.state == VOID and VOID not in states) or (states and match.state not in states):
            state = f"is {match.state}" if match else "does not exist"
            raise Impossible(f"match {number} {state}")
        return match

    def _make_void(self, match: Played, at: str, note: str) -> None:
        if match.state == RUNNING:
            match.tries[-1].ended_at, match.tries[-1].reason = at, note
        match.state, match.note, match.finished_at = VOID, note, match.finished_at or at

    def question(self, draw: Draw, results: Mapping[int, MatchResult]) -> draws.Question:
        """What a draw must answer, with the results of the matches before it, by match."""
        played = []
        for number, match in self.matches.items():
            if number >= draw.match:
                break
            players, state = tuple(map(str, match.entries)), VOID if number in draw.void else WAITING
            if number in draw.void | draw.open or number not in results:
                played.append(Meeting(match.base[0], match.key, players, state))
            else:
                played.append(replace(Meeting.of(results[number], match.base[0]), key=match.key, players=players))
        return replace(draw.question, played=played)

    def contest(self, secret: str) -> Contest:
        """As a record, without byes, which follow from the standings."""
        committed = self.commitment
        return Contest(
            name=committed["name"],
            game=committed["game"],
            options=committed["options"],
            format=committed["format"],
            rounds=self.rounds,
            boards=self.boards,
            secret=secret,
            secret_sha256=committed["secret_sha256"],
            entries=tuple(
                Entry(number, entry.bot, entry.version, entry.removed) for number, entry in sorted(self.entries.items())
            ),
            preset=committed["preset"],
            action_seconds=committed["action_seconds"],
            memory_mb=committed["memory_mb"],
            k=committed["k"],
            tie_breaks=tuple(committed["tie_breaks"]),
            ranking=committed["ranking"],
            started_at=committed["started_at"],
            finished_at=self.finished_at,
        )
