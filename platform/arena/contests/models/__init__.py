from .analysis import Analysis
from .audit import AuditEntry
from .contest import Contest
from .entry import Entry
from .heartbeat import Heartbeat
from .match import Match, MatchPlayer, Replay
from .proof import ChainRecord, Commitment, Try
from .rating import HouseBoards, Pool, Rating, RatingChange, RatingEvent
from .snapshot import Snapshot

__all__ = [
    "Analysis",
    "AuditEntry",
    "ChainRecord",
    "Commitment",
    "Contest",
    "Entry",
    "Heartbeat",
    "HouseBoards",
    "Match",
    "MatchPlayer",
    "Pool",
    "Rating",
    "RatingChange",
    "RatingEvent",
    "Replay",
    "Snapshot",
    "Try",
]
