"""What a contest consists of, committed to at its start: one canonical JSON document whose SHA-256 is published."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from tournaments.bundle.canonical import canonical, sha256
from tournaments.ratings.rated import RULE

FORMAT = "satti-commitment/1"
RATING_RULE = RULE
"""`tournaments.ratings.elo` in whole milli-Elo, between the pairs that `tournaments.ratings.rated` says."""


@dataclass(frozen=True, slots=True)
class Committed:
    """An entry. `version` (owner/name@3) and the SHA-256 of its source are pinned; None in a ladder, where each match
    pins its own. `owner` is a token: equal for the bots of one owner, "builtin" for the house's, which are nobody's.
    `consent` is how the owner agreed to be rated (`ratings.rated.CONSENTS`); None under "elo/1", which asks nobody."""

    number: int
    bot: str
    version: str | None
    source_sha256: str | None
    owner: str
    consent: str | None = None


@dataclass(frozen=True, slots=True)
class Commitment:
    """`contest` is its address on the arena; `schedule` names a rule of `tournaments.draws`; `matches` counts those of
    `rounds`, None in a ladder, which has a `month` ("2026-11") instead of an end; `unrated` says why no match is rated,
    "" where those between bots of different owners are; `house_boards` is how many rated boards per bot and day the
    house agrees to, None under "elo/1"; the rest is as in `records.Contest`.
    """

    contest: str
    name: str
    game: str
    options: Mapping[str, Any]
    preset: str
    format: str
    schedule: str
    seats: int
    rounds: int
    boards: int
    matches: int | None
    action_seconds: float
    memory_mb: int
    k: int
    rating_rule: str
    unrated: str
    ranking: str
    tie_breaks: tuple[str, ...]
    secret_sha256: str
    entries: tuple[Committed, ...]
    started_at: str
    month: str | None = None
    house_boards: int | None = None


def document(commitment: Commitment, more: Iterable[tuple[str, Any]] = ()) -> bytes:
    """The document, as it is published and stands in the bundle. `more` are keys that readers of today leave aside."""
    values = asdict(commitment)
    for holder, key in [(values, "house_boards"), *((entry, "consent") for entry in values["entries"])]:
        if holder[key] is None:
            del holder[key]
    return canonical({"commitment": FORMAT} | values | dict(more))


def hash_of(text: bytes) -> str:
    """What is published at the start."""
    return sha256(text)
