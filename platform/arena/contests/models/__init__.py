from .audit import AuditEntry
from .contest import Contest
from .entry import Entry
from .match import Match, MatchPlayer, Replay
from .proof import ChainRecord, Commitment, Try
from .pulse import Pulse
from .rating import Pool, Rating, RatingChange
from .snapshot import Snapshot

__all__ = [
    "AuditEntry",
    "ChainRecord",
    "Commitment",
    "Contest",
    "Entry",
    "Match",
    "MatchPlayer",
    "Pool",
    "Pulse",
    "Rating",
    "RatingChange",
    "Replay",
    "Snapshot",
    "Try",
]
