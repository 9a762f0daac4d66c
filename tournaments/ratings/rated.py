"""Which contests are rated: one rule, for the site and for `satti verify`."""

from bots.limits import Limits

STANDARD = Limits()
"""A rating is of a bot that may use at least these limits. Under tighter ones, time-outs instead of play would decide
it, and an organiser could choose them against somebody's bot."""


def why_unrated(preset: str, action_seconds: float, memory_mb: int) -> str:
    """Why no match of a contest is rated, as the end of a sentence; "" where those of different owners are."""
    if not preset:
        return "the options are no preset's"
    if action_seconds < STANDARD.action_seconds:
        return f"the CPU time per action, {action_seconds:g} s, is below the standard {STANDARD.action_seconds:g} s"
    if memory_mb < STANDARD.memory_mb:
        return f"the memory, {memory_mb} MB, is below the standard {STANDARD.memory_mb} MB"
    return ""
