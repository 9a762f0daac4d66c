"""From the rows of a match to the runner and back: outside any transaction, keeping the claim meanwhile."""

import time
from dataclasses import replace
from threading import Event, Thread
from types import TracebackType
from uuid import UUID

import structlog
from django.conf import settings
from django.db import Error, connection

import bots
from arena.contests.matches import claims
from arena.contests.models import Match
from arena.submissions.models import Version
from bots import source as sources

log = structlog.get_logger(__name__)


class ClaimLost(Exception):
    """The match has become void or somebody else's: stop playing it."""


def play(match: Match) -> bots.Outcome:
    """Play a claimed match. Raises ClaimLost, bots.HostFailure, or whatever else broke on our side."""
    contest = match.contest
    if match.claim is None:
        raise ClaimLost(f"match {match.pk} is not claimed")
    players = match.players.select_related("entry", "version__bot").defer("log", "log_marks")
    limits = replace(bots.Limits(), action_seconds=contest.action_seconds, memory_mb=contest.memory_mb)
    with Keeper(match.pk, match.claim, settings.MATCH_SECONDS * contest.rules.seats) as keeper:
        return bots.run_match(
            contest.rules,
            [entrant(name=f"{p.entry.name}@{p.version.number}", version=p.version) for p in players],
            seed=match.seed,
            boards=match.boards,
            limits=limits,
            on_game=keeper.progress,
        )


def entrant(*, name: str, version: Version) -> bots.Entrant:
    if version.bot.builtin:
        return bots.Entrant(name=name, builtin=version.bot.builtin)
    return bots.Entrant(name=name, source=sources.read(bytes(version.source), version.filename, stored=True))


class Keeper:
    """Renews the claim in the background, because a single game may outlast any lease; tells how far the match is.

    It stops with the match, when the claim is lost, or after `seconds`, so that a match that hangs is freed.
    """

    def __init__(self, match_id: int, token: UUID, seconds: float) -> None:
        self.match_id, self.token, self.seconds = match_id, token, seconds
        self.over, self.lost = Event(), Event()
        self.told = 0.0
        self.thread = Thread(target=self._keep, name=f"keeper of match {match_id}", daemon=True)

    def __enter__(self) -> "Keeper":
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.thread.join(timeout=5)

    def progress(self, number: int, total: int) -> None:
        """After each game; the database hears of it at most once a second."""
        if self.lost.is_set():
            raise ClaimLost(f"match {self.match_id} is no longer ours")
        if time.monotonic() - self.told >= 1 and number < total:
            self.told = time.monotonic()
            self._renew(number)

    def _keep(self) -> None:
        until = time.monotonic() + self.seconds
        while (
            not self.over.wait(settings.MATCH_LEASE_SECONDS / 4) and not self.lost.is_set() and time.monotonic() < until
        ):
            self._renew(None)
        connection.close()

    def _renew(self, progress: int | None) -> None:
        try:
            if not claims.renew(match_id=self.match_id, token=self.token, progress=progress):
                self.lost.set()
        except Error as error:  # a database that restarts costs nothing while the lease lasts
            log.warning("the claim could not be renewed", match=self.match_id, error=str(error))
            connection.close()
