"""What a bot is to the machine: its interface, the sandbox it runs in, and a bot process as a player of a match.

entrants = [bots.Entrant("me", source=bots.source.read(data, "bot.py")), bots.Entrant("house", builtin="random")]
outcome = bots.run_match(game, entrants, seed="9f2c", boards=1, limits=bots.Limits())
"""

from bots import source
from bots.check import Verdict, check
from bots.errors import HostFailure, HostReason, SandboxMissing
from bots.limits import Limits
from bots.match import Entrant, Outcome, run_match
from bots.match_info import Match
from bots.player import BotPlayer
from bots.sandbox.report import Layer, require_sandbox, sandbox_report
from bots.source import Source, SourceError

__all__ = [
    "BotPlayer",
    "Entrant",
    "HostFailure",
    "HostReason",
    "Layer",
    "Limits",
    "Match",
    "Outcome",
    "SandboxMissing",
    "Source",
    "SourceError",
    "Verdict",
    "check",
    "require_sandbox",
    "run_match",
    "sandbox_report",
    "source",
]
