"""A bot's page says when its first ladder match comes."""

import pytest
from django.utils import timezone

from arena.contests.ladders import ladders
from arena.contests.ladders.expectation import first_ladder_match
from arena.contests.matches import claims, results, runner
from arena.contests.models import Heartbeat, Match
from arena.submissions.models import Version

pytestmark = pytest.mark.django_db


def test_it_follows_the_bot_from_its_check_to_its_first_match(making, settings, client):
    settings.LADDER_BOARDS = 1
    bot = making.bot("new", making.user("newcomer"), ladder=True)
    Version.objects.update(status="waiting")
    assert "passed its check" in first_ladder_match(bot)
    Version.objects.update(status="ready")
    assert "none is at the moment" in first_ladder_match(bot)
    Heartbeat.objects.beat("sweep")
    assert "enough bots" in first_ladder_match(bot)
    making.bot("other", making.user("other"), ladder=True)
    ladders.open_ladders()
    assert first_ladder_match(bot) == "Expect its first ladder match within a minute."
    assert "within a minute" in client.get(bot.get_absolute_url()).content.decode()
    ladders.step()
    match = Match.objects.filter(players__bot=bot).first()
    Match.objects.filter(pk=match.pk).update(queued_at=timezone.now())
    assert "in the queue, next" in first_ladder_match(bot)
    match = claims.claim(match_id=match.pk)
    assert "being played" in first_ladder_match(bot)
    results.store(match_id=match.pk, token=match.claim, outcome=runner.play(match))
    assert first_ladder_match(bot) == ""


def test_a_bot_that_does_not_climb_is_promised_nothing(making):
    assert first_ladder_match(making.bot("idle", making.user("owner"))) == ""
