"""Loading the demo. Doing it again changes nothing that is there."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import games
from arena.accounts.models import User
from arena.contests.models import Contest, Match
from arena.contests.tournaments import create, entries, lifecycle
from arena.submissions.models import Bot
from arena.submissions.services import sync_house_bots

ORGANISER = "demo"
PATIENCE_SECONDS = 300.0


@dataclass(frozen=True)
class Plan:
    """A tournament of house bots; left out where they are fewer than the seats of the game."""

    name: str
    game: str
    preset: str
    bots: tuple[str, ...]
    boards: int


HOUSE = ("random", "easy", "normal", "hard")
PLANS = (
    Plan("House bots at Saat-Aath", "saat-aath", "classic", HOUSE, 4),
    Plan("House bots at Badam Satti", "badam-satti", "quick", HOUSE, 3),
)


def load(*, password: str, say: Callable[[str], None]) -> None:
    """House bots, the organiser's account with this password, and the tournaments of PLANS, played to their end."""
    house = {(bot.game, bot.builtin): bot for bot in sync_house_bots()}
    organiser = account(password=password)
    for plan in PLANS:
        chosen = [house[plan.game, name] for name in plan.bots if (plan.game, name) in house]
        if len(chosen) >= games.load(plan.game, plan.preset).seats:
            wait_for(tournament(plan=plan, bots=chosen, organiser=organiser), say=say)


def account(*, password: str) -> User:
    user, _ = User.objects.get_or_create(username=ORGANISER)
    if not user.check_password(password):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user


def tournament(*, plan: Plan, bots: list[Bot], organiser: User) -> Contest:
    """The plan's tournament, made and started where that is still to be done."""
    contest = Contest.objects.filter(organiser=organiser, name=plan.name).first() or create.create(
        by=organiser, name=plan.name, game=plan.game, preset=plan.preset, boards=plan.boards
    )
    if contest.state in Contest.BEFORE_START:
        for bot in bots:
            if not contest.entries.filter(bot=bot).exists():
                entries.add(contest=contest, bot=bot, by=organiser)
        contest = lifecycle.start(contest=contest, by=organiser)
    return contest


def wait_for(contest: Contest, *, say: Callable[[str], None]) -> None:
    """Until the workers have played it; not for ever, since they go on without being watched."""
    shown, deadline = -1, time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        contest.refresh_from_db()
        matches = contest.matches
        done = matches.filter(state__in=[Match.State.DONE, Match.State.VOID]).count()
        if contest.is_over:
            return
        if done != shown and not contest.drawing:
            say(f"{contest.name}: {done} of {matches.count()} matches played")
            shown = done
        time.sleep(0.2)
    say(f"{contest.name} is still being played")
