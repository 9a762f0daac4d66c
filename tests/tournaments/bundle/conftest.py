"""A small contest with everything that proves it: its commitment, its chain, its signature."""

import io
from dataclasses import dataclass, field, replace

import pytest

import games
from games import players, replay
from games.match import play
from tournaments import bundle, draws, pairings, seeds
from tournaments.bundle import chain, commitment, signature
from tournaments.bundle.records import bot_of
from tournaments.ratings import elo
from tournaments.ratings.rated import HOUSE, OWNER, WHOLE, Player, rated_pairs
from tournaments.results import from_replay
from tournaments.standings import Meeting

SECRET = seeds.COMMITTED + "5a" * 32
PRIVATE, PUBLIC = "11" * 32, signature.sign("11" * 32, b"")["key"]
OTHER = "22" * 32


@dataclass
class Proven:
    """The parts of a bundle; `bytes()` is it."""

    committed: bytes
    records: list[bytes]
    stored: list[tuple[int, bytes | None, str]]
    changes: list[bundle.RatingChange] = field(default_factory=list)
    audit: list[dict[str, str]] = field(default_factory=lambda: [{"action": "start", "at": "2026-05-01"}])
    secret: str = SECRET

    def bytes(self, private: str = PRIVATE) -> bytes:
        out = io.BytesIO()
        bundle.seal(
            out,
            secret=self.secret,
            commitment=self.committed,
            records=self.records,
            stored=self.stored,
            changes=self.changes,
            audit=self.audit,
            sign=lambda manifest: signature.sign(private, manifest),
        )
        return out.getvalue()


class Director:
    """Plays a contest as the site does, and writes its chain."""

    def __init__(self, game="saat-aath", preset="classic", labels=("ada/low@1", "bob/bot@2", "cyd/x@1"), **how):
        self.rules = games.load(game, preset)
        self.labels, self.boards = list(labels), how.get("boards", 1)
        form = how.get("format", "round-robin")
        rounds = how.get("rounds", 1)
        self.schedule = f"{form}/1"
        field = len(self.labels)
        each = {"round-robin": field * (field - 1) // 2, "swiss": field // 2}
        matches = rounds * (each.get(form) or pairings.round_size(field, self.rules.seats)[0])
        self.rule, consents = how.get("rule", commitment.RATING_RULE), how.get("consents", {})
        by_pairs = self.rule != WHOLE
        self.entries = tuple(
            commitment.Committed(
                number, bot_of(label), label, f"{number:064x}", label.partition("/")[0],
                consents.get(label, HOUSE if label.startswith("builtin/") else OWNER) if by_pairs else None,
            )
            for number, label in enumerate(self.labels)
        )
        self.commitment = commitment.Commitment(
            contest="spring-open", name="Spring open", game=game, options=dict(self.rules.options), preset=preset,
            format=form, schedule=self.schedule, seats=self.rules.seats, rounds=rounds, boards=self.boards,
            matches=matches, action_seconds=1.0, memory_mb=256, k=elo.K, rating_rule=self.rule,
            unrated="", ranking="points/1", tie_breaks=("head-to-head", "sonneborn-berger"),
            secret_sha256=seeds.commitment(SECRET), entries=self.entries, started_at="2026-05-01T10:00:00+00:00",
            house_boards=how.get("house_boards", 100) if by_pairs else None,
        )  # fmt: skip
        self.committed = commitment.document(self.commitment)
        self.records, self.head = [], commitment.hash_of(self.committed)
        self.tables, self.keys, self.replays = {}, {}, {}  # by match
        self.played, self.tries, self.active = {}, {}, list(range(field))
        self.changes, self.ratings = [], {}
        self.round = 0
        self.unrated = how.get("unrated", [])  # [match, player, player]: the house's boards are used up
        self.told = how.get("told", True)  # whether K, rule and pairs are stored with the events

    def record(self, kind, **values):
        line = chain.line(len(self.records) + 1, self.head, f"2026-05-01T10:00:{len(self.records):02}", kind, values)
        self.records.append(line)
        self.head = chain.hash_of(line)

    def draw(self, last):
        gone = set(range(len(self.labels))) - set(self.active)
        owners = {entry.number: entry.owner for entry in self.entries}
        played = tuple(self.played.values())
        asked = draws.Question(self.active, self.rules.seats, self.round + 1, last, played, gone, owners)
        rounds = draws.draw(self.schedule, asked)
        first = len(self.tables) + 1
        for round_, tables in enumerate(rounds, start=self.round + 1):
            for at, table in enumerate(tables, start=1):
                self._add((round_, at), table)
        more = {"unrated": [list(one) for one in self.unrated]} if self.unrated and first == 1 else {}
        rounds = [list(r) for r in rounds]
        self.record("draw", round=self.round + 1, match=first, boards=self.boards, rounds=rounds, **more)
        self.round += len(rounds)

    def _add(self, base, table):
        number = len(self.tables) + 1
        self.tables[number], self.keys[number] = table, base
        self.played[number] = Meeting(base[0], seeds.match_key(*base), tuple(map(str, table)), "waiting")
        return number

    def begin(self, number):
        base = self.keys[number]
        attempt = self.tries[base] = self.tries.get(base, 0) + 1
        key = seeds.match_key(*base, attempt)
        self.record("try", match=number, key=key, worker="w-1", **{"try": attempt})
        return key

    def fail(self, number):
        self.record("fail", match=number, reason="The platform failed.")

    def play(self, *numbers):
        for number in numbers:
            key = self.begin(number)
            seated = []
            for entrant in self.tables[number]:
                player = players.load(("random", "easy")[entrant % 2], self.rules, seed=f"{key}/{entrant}")
                player.name = self.labels[entrant]
                seated.append(player)
            document = play(self.rules, seated, seed=seeds.match_seed(SECRET, key), boards=self.boards)
            data = self.replays[number] = replay.dumps(document)
            self.record("result", match=number, replay_sha256=chain.hash_of(data))
            places = from_replay(key, document).places
            meeting = Meeting.of(from_replay(key, document), self.keys[number][0])
            self.played[number] = replace(meeting, players=tuple(map(str, self.tables[number])))
            seated = [self.entries[entrant] for entrant in self.tables[number]]
            owners = [Player("" if one.owner == "builtin" else one.owner, one.consent) for one in seated]
            pairs = [pair for pair in rated_pairs(self.rule, owners) if (number, *pair) not in self.unrated]
            if pairs:
                self._rate(number, [one.bot for one in seated], places, pairs)

    def _rate(self, number, names, places, pairs):
        old = [self.ratings.get(name, elo.START) for name in names]
        sequence = len({change.sequence for change in self.changes}) + 1
        told = (32, self.rule, tuple((names[a], names[b]) for a, b in pairs)) if self.told else (None, None, None)
        for at, (name, before, change) in enumerate(zip(names, old, elo.changes(old, places, 32, pairs), strict=True)):
            if any(at in pair for pair in pairs):
                self.ratings[name] = before + change
                step = (sequence, number, name, before, change, before + change)
                self.changes.append(bundle.RatingChange(*step, False, *told))

    def reverse(self, number):
        sequence = len({change.sequence for change in self.changes}) + 1
        for done in [c for c in self.changes if c.match == number]:
            before = self.ratings[done.bot]
            self.ratings[done.bot] = before - done.change
            step = (sequence, number, done.bot, before, -done.change, before - done.change, True)
            self.changes.append(bundle.RatingChange(*step, done.k, done.rule, done.pairs))

    def make_void(self, number):
        self.played[number] = replace(self.played[number], state="void", pairs=())

    def void(self, number):
        self.record("void", match=number, note="odd")
        self.make_void(number)
        self.reverse(number)

    def rerun(self, number):
        again = len(self.tables) + 1
        self.record("rerun", match=number, again=again, note="again")
        self.make_void(number)
        self.reverse(number)
        return self._add(self.keys[number], self.tables[number])

    def remove(self, entry, void):
        self.record("remove", entry=entry, void=void, note="removed")
        self.active.remove(entry)
        for number in void:
            self.make_void(number)

    def proven(self):
        stored = [(number, self.replays.get(number), f"log {number}\n") for number in self.tables]
        return Proven(self.committed, self.records, stored, self.changes)


@pytest.fixture(scope="session")
def direct():
    return Director


@pytest.fixture(scope="session")
def cup():
    """Three bots, everybody against everybody; a try that failed, a match that was played again, one that is void."""
    show = Director()
    show.draw(1)
    show.begin(1)
    show.fail(1)
    show.play(1, 2)
    show.play(show.rerun(2), 3)
    show.record("finish", void=[], note="")
    show.void(3)
    return show.proven()
