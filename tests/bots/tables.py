"""Bots written in a line or two, and tables to put them at."""

import textwrap
from typing import Any

import bots
import games

QUICK = bots.Limits(action_seconds=0.2, start_seconds=0.5, wall_factor=2, wall_grace=0.6, sleep_seconds=1.0)

HONEST = """
class Bot:
    def act(self, view):
        return view.legal_actions[0]
"""


def source(code: str) -> bots.Source:
    return bots.source.read(textwrap.dedent(code).encode(), "bot.py")


def acting(body: str) -> str:
    """A bot whose `act` is this, with a few modules at hand."""
    head = "import ctypes, json, os, sys, threading, time\n\nclass Bot:\n    def act(self, view):\n"
    return head + textwrap.indent(textwrap.dedent(body).strip(), " " * 8) + "\n"


def game() -> games.Game:
    return games.load("saat-aath")


def play(
    code: str, other: str | None = None, *, boards: int = 1, limits: bots.Limits = QUICK, **more: Any
) -> bots.Outcome:
    """A match of this bot against another, or against the built-in `random`."""
    opponent = bots.Entrant("other", source=source(other)) if other else bots.Entrant("other", builtin="random")
    entrants = [bots.Entrant("bot", source=source(code)), opponent]
    return bots.run_match(game(), entrants, seed="5a77", boards=boards, limits=limits, **more)


def faults(outcome: bots.Outcome, player: int = 0) -> list[str]:
    """Kinds of its faults, game by game."""
    return [str(f["kind"]) for g in outcome.replay["games"] for f in g["faults"] if f["player"] == player]
