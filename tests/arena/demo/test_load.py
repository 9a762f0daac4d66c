"""The demo is really played, and loading it again changes nothing."""

import pytest

from arena.accounts.models import User
from arena.contests.models import Contest, Match, Rating, Replay
from arena.contests.schedule import advance
from arena.demo import load as demo
from arena.submissions.models import Bot, Version
from games import replay as replays
from tests.support import Celery

PLANS = (demo.Plan("A small demo", "saat-aath", "classic", ("random", "easy"), 2),)


def counts() -> list[int]:
    return [model.objects.count() for model in (User, Bot, Version, Contest, Match, Replay)]


@pytest.mark.django_db(transaction=True)
def test_the_demo_is_played_once(worker: Celery, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "PLANS", PLANS)
    said: list[str] = []
    demo.load(password="first password", say=said.append)
    contest = Contest.objects.get(name="A small demo")
    assert contest.state == Contest.State.FINISHED
    assert contest.organiser is not None
    assert contest.organiser.username == demo.ORGANISER
    assert Rating.objects.filter(pool__game="saat-aath").count() == 2
    replays.read(bytes(Replay.objects.get().data))
    assert set(said) <= {f"A small demo: {done} of 1 matches played" for done in (0, 1)}, "as far as it was watched"

    before = counts()
    demo.load(password="first password", say=said.append)
    assert counts() == before


@pytest.mark.django_db
def test_the_organisers_password_is_the_one_that_is_printed() -> None:
    user = demo.account(password="one")
    assert not user.is_staff
    assert demo.account(password="two") == user
    assert User.objects.get(username=demo.ORGANISER).check_password("two")


@pytest.mark.django_db
def test_every_plan_is_one_that_can_start() -> None:
    house = {(bot.game, bot.builtin): bot for bot in demo.sync_house_bots()}
    organiser = demo.account(password="one")
    for plan in demo.PLANS:
        bots = [house[plan.game, name] for name in plan.bots if (plan.game, name) in house]
        contest = demo.tournament(plan=plan, bots=bots, organiser=organiser)
        assert contest.state == Contest.State.DRAWING
        assert advance.advance(contest_id=contest.pk)
