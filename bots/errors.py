"""Failures that are not a bot's own."""


class HostFailure(Exception):
    """The host, the sandbox or the runner failed: the match is void, and no bot is to blame."""


class SandboxMissing(HostFailure):
    """This host cannot hold a bot, so nothing uploaded is run here."""
