"""A ladder is a contest of one month: then its secret is shown, its bundle proves it, and the next one starts."""

from datetime import timedelta

import pytest

from arena.contests.ladders import ladders, months
from arena.contests.matches import claims, results, runner
from arena.contests.models import Contest, Rating
from arena.contests.tasks import play_match
from arena.contests.tournaments import bundles, lifecycle
from arena.submissions.models import Bot
from tournaments import bundle

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(making):
    for number in range(3):
        making.bot("b", making.user(f"player{number}"), ladder=True)
    ladders.open_ladders()
    ladder = playing().get()
    assert ladders.next_match(ladder=ladder)
    return ladder


def playing():
    return Contest.objects.filter(game="saat-aath", preset="classic", state="running")


def move(ladder, days):
    """As if it had been started so many days later."""
    Contest.objects.filter(pk=ladder.pk).update(started_at=ladder.started_at + timedelta(days=days))
    ladder.refresh_from_db()


@pytest.mark.parametrize("days", [-40, 40])
def test_a_ladder_of_another_month_ends_when_its_last_match_does(ladder, days):
    """One of the future, too: a clock was wrong once."""
    months.close_past()
    assert Contest.objects.get(pk=ladder.pk).state == "running"
    match = ladder.matches.get(state="waiting")
    move(ladder, days)
    months.close_past()
    assert Contest.objects.get(pk=ladder.pk).state == "running"
    claimed = claims.claim(match_id=match.pk)
    assert results.store(match_id=match.pk, token=claimed.claim, outcome=runner.play(claimed))
    assert not ladders.next_match(ladder=ladder)
    assert months.close_past() == 1
    ladder.refresh_from_db()
    assert (ladder.state, bool(ladder.revealed_secret)) == ("finished", True)
    ladders.open_ladders()
    following = playing().get()
    assert following.pk != ladder.pk
    assert following.commitment_sha256 not in ("", ladder.commitment_sha256)
    assert Rating.objects.filter(matches__gt=0).exists()


def test_a_ladder_s_bundle_verifies_whoever_comes_and_goes(ladder, making, settings):
    settings.LADDER_PAUSE_SECONDS, settings.LADDER_MATCHES = 0, 9
    last = Bot.objects.filter(owner__username="player2")
    for on_ladder in (False, True):
        last.update(on_ladder=on_ladder)
        ladders.sync_entries(ladder=ladder)
    making.bot("b", making.user("late"), ladder=True)
    for _ in range(3):
        play_match(ladder.matches.get(state="waiting").pk)  # which makes the next one
        if not ladder.matches.filter(state="waiting").exists():
            ladders.next_match(ladder=ladder)
    lifecycle.close(contest=ladder, by=None)
    ladder.refresh_from_db()
    report = bundle.check(b"".join(bundles.download(ladder).streaming_content))
    assert report.problems == []
    assert report.matches == 3
