"""A contest in one file that proves itself: write it, and verify it anywhere, offline. The format: docs/bundle.md."""

from tournaments.bundle.records import FORMAT, PROVEN, Contest, Entry, Match, RatingChange
from tournaments.bundle.sealing import seal
from tournaments.bundle.verifying import UNPROVEN, Expected, Report, check, contest_of, verify
from tournaments.bundle.writing import write

__all__ = [
    "FORMAT", "PROVEN", "UNPROVEN", "Contest", "Entry", "Expected", "Match", "RatingChange", "Report", "check",
    "contest_of", "seal", "verify", "write",
]  # fmt: skip
