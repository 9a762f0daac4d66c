"""A contest in one file that proves itself: write it, and verify it anywhere, offline. The format: docs/bundle.md."""

from tournaments.bundle.records import FORMAT, Contest, Entry, Match, RatingChange
from tournaments.bundle.verifying import verify
from tournaments.bundle.writing import write

__all__ = ["FORMAT", "Contest", "Entry", "Match", "RatingChange", "verify", "write"]
