"""What verifying a bundle brings to light."""

from collections.abc import Collection
from dataclasses import dataclass, field

from tournaments.bundle.archive import Problem

UNPROVEN = "completeness and origin are not proven: bundles of this old format have no commitment and no signature"
NOT_COMPARED = "origin is not proven: the key that signed it was compared with no arena's"
MOST_RETRIED = 0.01
"""The share of a contest's matches that may have been tried again without a warning."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What an arena published of a contest: the commitment's SHA-256, and the hashes of the chain's lines so far; ""
    and None where not known."""

    commitment_sha256: str = ""
    chain: Collection[str] | None = None


@dataclass(slots=True)
class Report:
    """`problems` are wrong; `unproven` is what a bundle without any leaves open; `warnings` are for a person to judge.

    `matches` have begun, in `tries` tries. `head` is the hash of the chain's last line, `records` how many it has.
    """

    format: str = "satti-bundle/2"
    problems: list[Problem] = field(default_factory=list)
    unproven: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    name: str = ""
    contest: str = ""
    matches: int = 0
    tries: int = 0
    commitment_sha256: str = ""
    head: str = ""
    records: int = 0
    key: str = ""

    def count(self, matches: int, tries: int) -> None:
        self.matches, self.tries = matches, tries
        if tries - matches > MOST_RETRIED * matches:
            again = tries - matches
            self.warnings.append(
                f"{again} of {tries} tries repeated a match, which is more than {MOST_RETRIED:.0%}: matches.jsonl says "
                "which, on which worker, and why"
            )
