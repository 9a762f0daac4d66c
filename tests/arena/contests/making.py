"""Accounts, bots and contests as the tests need them, and a way to play a contest without a worker process."""

import time
from collections.abc import Callable
from typing import Any

from django.db import transaction

from arena.accounts.models import User
from arena.contests.models import Contest, Match
from arena.contests.schedule import advance
from arena.contests.tasks import play_match
from arena.contests.tournaments import create, entries, lifecycle
from arena.submissions.models import Bot, Version
from arena.submissions.services import sync_house_bots

SLOW_BOT = b"""
import time

class Bot:
    def act(self, view):
        time.sleep(0.01)
        return view.legal_actions[0]
"""


def user(name: str, **more: Any) -> User:
    return User.objects.filter(username=name).first() or User.objects.create_user(name, **more)


def house() -> dict[str, Bot]:
    """The house's bots by name, off the ladder."""
    Bot.objects.filter(pk__in=[bot.pk for bot in sync_house_bots()]).update(on_ladder=False)
    return {bot.name: bot for bot in Bot.objects.select_related("owner").filter(owner__username="builtin")}


def bot(
    name: str, by: User, *, game: str = "saat-aath", builtin: str = "random", ladder: bool = False, rated: bool = True
) -> Bot:
    """A ready bot with a player of the house inside, so that it plays without a sandbox; whose owner agrees to be
    rated in contests of others."""
    made = Bot.objects.create(owner=by, name=name, game=game, builtin=builtin, on_ladder=ladder, accepts_rated=rated)
    version(made)
    return made


def version(of: Bot, status: str = "ready") -> Version:
    return of.versions.create(number=of.versions.count() + 1, status=status, size=0, sha256=f"{of.pk:064x}")


def slow_bot(name: str, by: User) -> Bot:
    """A ready upload that sleeps a moment before each action: its matches last, and leave the processor to others."""
    made = bot(name, by, builtin="")
    made.versions.update(source=SLOW_BOT, filename="bot.py", size=len(SLOW_BOT))
    return made


def contest(by: User, *, bots: int | list[Bot] = 2, start: bool = True, **how: Any) -> Contest:
    """A tournament, with so many fresh bots of different owners or with those given."""
    how = {"name": "Spring cup", "game": "saat-aath", "preset": "classic", "boards": 1} | how
    made = create.create(by=by, **how)
    if isinstance(bots, int):
        bots = [fresh_bot(number, made.game) for number in range(bots)]
    for entrant in bots:
        entries.add(contest=made, bot=entrant, by=by)
    return begin(made, by) if start else made


def begin(contest: Contest, by: User) -> Contest:
    """Start a contest and draw its matches here and now, before the session's worker can."""
    with transaction.atomic():
        return draw(lifecycle.start(contest=contest, by=by))


def draw(contest: Contest) -> Contest:
    """What is to be drawn, or to follow, here and now."""
    advance.advance(contest_id=contest.pk)
    contest.refresh_from_db()
    return contest


def fresh_bot(number: int, game: str) -> Bot:
    owner = user(f"player{number}")
    return Bot.objects.filter(owner=owner, game=game).first() or bot(f"{game}-bot", owner, game=game)


def play_all(contest: Contest) -> None:
    """Play every waiting match here and now, as a worker would; a worker that runs may take some of them."""
    advance.advance(contest_id=contest.pk)
    deadline = time.monotonic() + 120
    while (match := contest.matches.filter(state__in=["waiting", "running"]).order_by("-state", "number").first()):
        assert time.monotonic() < deadline, f"{match} is still {match.state}"
        play_match(match.pk)
        if match.state == Match.State.RUNNING:
            time.sleep(0.05)
    advance.advance(contest_id=contest.pk)
    contest.refresh_from_db()


def wait_for(what: Callable[[], Any], seconds: float = 60) -> Any:
    deadline = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < deadline, f"{what} did not come true in {seconds} s"
        time.sleep(0.05)
    return found


def finished(contest: Contest) -> Callable[[], bool]:
    return lambda: Contest.objects.filter(pk=contest.pk, state="finished").exists()
