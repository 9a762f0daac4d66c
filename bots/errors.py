"""Failures that are not a bot's own."""

from enum import StrEnum


class HostReason(StrEnum):
    """Why the host failed, for machines. None of them is in a bot's power; docs/sandbox.md says what each means."""

    SANDBOX_MISSING = "sandbox-missing"  # bots cannot be held on this host at all
    JAIL_ENDED = "jail-ended"  # with every bot in it
    NO_PROCESS = "no-process"  # none could be started
    NOT_CONFINED = "not-confined"  # it started, and could not put on the layers
    KILLED = "killed"  # from outside, within its limits
    RUNNER = "runner"  # an error of the platform's own


class HostFailure(Exception):
    """The host, the sandbox or the runner failed: the match is void, and no bot is to blame."""

    def __init__(self, message: str, reason: HostReason = HostReason.RUNNER) -> None:
        super().__init__(message)
        self.reason = reason


class SandboxMissing(HostFailure):
    """This host cannot hold a bot, so nothing uploaded is run here."""

    def __init__(self, message: str) -> None:
        super().__init__(message, HostReason.SANDBOX_MISSING)
