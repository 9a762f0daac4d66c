"""What stands in a bundle, as plain records. A bot is `owner/name`; a player of a match a version, `owner/name@3`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tournaments.ratings import elo
from tournaments.ratings.rated import STANDARD, Pair
from tournaments.tie_breaks import EVERYBODY_MEETS

FORMAT, PROVEN = "satti-bundle/1", "satti-bundle/2"
DONE, VOID = "done", "void"
STATES = (DONE, VOID, "waiting", "running")
"""The last two only in a contest that was cancelled."""
HOUSE = "builtin"
"""The owner of the house's bots, which are strangers to each other and to everybody."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A bot in the contest; `version` was pinned at the start (None in a ladder, where every match pins its own)."""

    number: int
    bot: str
    version: str | None = None
    removed: bool = False


@dataclass(frozen=True, slots=True)
class Contest:
    """`format` is how it was paired (round-robin, tables, swiss, ladder); `preset` is empty for options of its own;
    `action_seconds` (of CPU time) and `memory_mb` are a bot's limits, and `tournaments.ratings.rated` says what is
    rated under them; `ranking` is the name of the rule of its standings (`tournaments.standings`), empty in contests
    from before it had one; `byes` counts those of each bot; `k` is the ratings', in Elo; times are ISO 8601.
    """

    name: str
    game: str
    options: Mapping[str, Any]
    format: str
    rounds: int
    boards: int
    secret: str
    secret_sha256: str
    entries: tuple[Entry, ...]
    preset: str = ""
    action_seconds: float = STANDARD.action_seconds
    memory_mb: int = STANDARD.memory_mb
    k: int = elo.K
    tie_breaks: tuple[str, ...] = EVERYBODY_MEETS
    byes: Mapping[str, int] = field(default_factory=dict)
    ranking: str = ""
    started_at: str = ""
    finished_at: str = ""


@dataclass(frozen=True, slots=True)
class Match:
    """`number` is its own in the whole contest, `key` is `ROUND/NUMBER IN THE ROUND`; a match that was played again is
    void and stands beside the new one with the same key. `replay` is there if it is done. `log` is for everybody.
    `pairs` are the rated ones, by the players' places from 0; None where the contest's rule rates all or none.
    """

    number: int
    key: str
    players: tuple[str, ...]
    seed: str
    boards: int
    state: str
    rated: bool
    replay: bytes | None = None
    note: str = ""
    log: str = ""
    started_at: str = ""
    finished_at: str = ""
    pairs: tuple[Pair, ...] | None = None


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rating event (`sequence`, in the pool of the game and preset) did to a bot, in milli-Elo. An event is a
    match's result or, as `reversal`, the reversal of one that was made void later. `match` is the match's number.

    `k`, in Elo, `rule` and `pairs` (of bots, the ones that counted, in the match's order) are stored with newer events;
    absent, they are the contest's K, "elo/1" and every pair. A bot that is in no pair has no change.
    """

    sequence: int
    match: int
    bot: str
    old: int
    change: int
    new: int
    reversal: bool = False
    k: int | None = None
    rule: str | None = None
    pairs: tuple[tuple[str, str], ...] | None = None

    def line(self) -> dict[str, Any]:
        """As it stands in ratings.jsonl, where what is absent is left out."""
        values = {name: getattr(self, name) for name in self.__slots__}
        return {name: value for name, value in values.items() if value is not None}


def bot_of(player: str) -> str:
    """`owner/name` of `owner/name@3`."""
    return player.rpartition("@")[0]


def same_owner(players: tuple[str, ...]) -> bool:
    """Whether two of the players belong to one account; their matches are played and shown, and not rated."""
    owners = [player.partition("/")[0] for player in players]
    owners = [owner for owner in owners if owner != HOUSE]
    return len(set(owners)) < len(owners)
