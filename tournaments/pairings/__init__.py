"""Who plays whom: pure functions of numbers, the same answer for the same question on every machine."""

from tournaments.pairings.ladder import Candidate, by_need, ladder
from tournaments.pairings.round_robin import round_robin
from tournaments.pairings.swiss import SwissRound, swiss
from tournaments.pairings.tables import even_rounds, round_size, tables

__all__ = [
    "Candidate",
    "SwissRound",
    "by_need",
    "even_rounds",
    "ladder",
    "round_robin",
    "round_size",
    "swiss",
    "tables",
]
