"""A tournament of eight bots that is played to its end while parts of the site are killed at random moments."""

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import InterfaceError, OperationalError, connection
from kombu.exceptions import OperationalError as BrokerError

from arena.contests.models import Contest, Match, MatchPlayer, RatingChange, Replay, Snapshot
from arena.contests.schedule import queue
from arena.contests.tournaments import lifecycle
from games import replay as replays
from tests.arena.chaos.site import WEIGHTS, Site
from tests.arena.contests import making

T = TypeVar("T")
BOTS = 8
PAIRS = BOTS * (BOTS - 1) // 2
PLENTY = 24  # matches that wait, so that the tournament does not end before the last kill


class Campaign:
    def __init__(self, site: Site, *, kills: int, seed: int) -> None:
        self.site, self.kills, self.rng = site, kills, random.Random(seed)
        self.began = time.monotonic()
        self.killed = Counter[str]()

    def run(self) -> list[str]:
        """All of it; returns what was wrong."""
        self.site.start()
        self.contest = self._tournament()
        self.say(f"the site is well; {self._count()} matches to play")
        while self.killed.total() < self.kills:
            self._kill_some()
        self._until("the tournament is over", lambda: self._state() == "finished", 120 + self.kills)
        self._until("its statistics are there", lambda: Snapshot.objects.filter(matches=self._count()).exists())
        self._until("the queue is empty", lambda: queue.length() == 0)
        self._until("the site is well", lambda: self.site.health()[0] == 200)
        self.say(f"over; killed {dict(self.killed)}")
        return self._wrong_results() + self._wrong_ratings() + self._wrong_end()

    def _tournament(self) -> Contest:
        """Half of the bots are uploads."""
        owners = [making.user(f"player{number}") for number in range(BOTS)]
        bots = [making.slow_bot("slow", owner) for owner in owners[::2]]
        bots += [making.bot("easy", owner, builtin="easy") for owner in owners[1::2]]
        return making.contest(making.user("olga"), bots=bots)

    def _kill_some(self) -> None:
        if self._count(state="waiting") < PLENTY:
            self._ask(lambda: lifecycle.extend(contest=self.contest, by=self.contest.organiser, rounds=1))
        self._until("a match is running", lambda: self._count(state="running") > 0)
        time.sleep(self.rng.uniform(0, 1.5))
        wanted = min(self.rng.choice([1, 1, 1, 2]), self.kills - self.killed.total())
        victims = dict.fromkeys(self.rng.choices(list(WEIGHTS), list(WEIGHTS.values()), k=wanted))
        killed = [victim for victim in victims if self.site.kill(victim, self.rng)]
        self.killed.update(killed)
        self.say(f"killed {' and '.join(killed) or 'nothing'}")

    def _wrong_results(self) -> list[str]:
        wrong = [
            f"match {match.number} is {match.state} after {match.attempts} tries: {match.trouble}"
            for match in self.contest.matches.exclude(state="done")
        ]
        keys = list(self.contest.matches.values_list("key", flat=True))
        if len(set(keys)) != len(keys) or len(keys) % PAIRS:
            wrong.append(f"{len(keys)} matches with {len(set(keys))} keys")
        for stored in Replay.objects.select_related("match"):
            if replays.read(bytes(stored.data)).doc["seed"] != stored.match.seed:
                wrong.append(f"the replay of match {stored.match.number} is another match's")
        if Replay.objects.count() != len(keys):
            wrong.append(f"{Replay.objects.count()} replays of {len(keys)} matches")
        if self.contest.audit.filter(action="finish").count() != 1:
            wrong.append("the contest was not finished exactly once")
        blamed = MatchPlayer.objects.exclude(faults={})
        wrong += [f"{row} was blamed in match {row.match_id}: {row.faults} {row.log}" for row in blamed]
        tries = Counter(self.contest.matches.values_list("attempts", flat=True))
        self.say(f"{len(keys)} matches, by the number of tries: {dict(sorted(tries.items()))}")
        return wrong

    def _wrong_ratings(self) -> list[str]:
        rated = Counter(RatingChange.objects.values_list("match", flat=True))
        wrong = [f"match {pk} changed {n} ratings" for pk, n in rated.items() if n != 2]
        if len(rated) != self._count():
            wrong.append(f"{len(rated)} of {self._count()} matches were rated")
        try:
            call_command("recompute_ratings", "--check")
        except CommandError as error:
            wrong.append(str(error))
        return wrong

    def _wrong_end(self) -> list[str]:
        """Where none but the checker works the site is not well; afterwards nothing is left."""
        self._until("the worker runs", lambda: self.site.running("worker") is not None)
        with self.site.paused("worker"):
            self._until("the site is not well", lambda: self.site.health()[0] == 503)
            seen = self.site.health()[1]
        wrong = []
        if seen["worker"] != {"ok": False, "detail": "no worker takes tasks of the kind matches"}:
            wrong.append(f"without the worker /health/ says {seen}")
        connection.close()
        if code := self.site.stop():
            wrong.append(f"`satti serve` ended with code {code}")
        deadline = time.monotonic() + 10
        while (left := self.site.left_behind()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return wrong + [f"left behind: {what}" for what in left]

    def _state(self) -> str:
        return Contest.objects.values_list("state", flat=True).get(pk=self.contest.pk)

    def _count(self, **conditions: str) -> int:
        return self._ask(lambda: Match.objects.filter(contest=self.contest, **conditions).count())

    def _until(self, what: str, ask: Callable[[], bool], seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not self._ask(ask):
            self.site.must_be_alive()
            if time.monotonic() > deadline:
                matches = dict(Counter(self._ask(lambda: list(Match.objects.values_list("state", "attempts")))))
                raise AssertionError(f"after {seconds:.0f} s it is not so that {what}; matches by tries: {matches}")
            time.sleep(0.1)

    def _ask(self, question: Callable[[], T]) -> T:
        """Ask again where the database or the broker was killed meanwhile."""
        deadline = time.monotonic() + 60
        while True:
            try:
                return question()
            except (OperationalError, InterfaceError, BrokerError):
                connection.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def say(self, text: str) -> None:
        print(f"{time.monotonic() - self.began:7.1f} s  {text}", flush=True)
