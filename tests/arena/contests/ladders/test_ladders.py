"""Ladders open, pair, follow opt-ins and pin the newest versions."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.accounts.services import set_closed
from arena.contests.ladders import ladders
from arena.contests.models import Contest, Match, Snapshot
from arena.contests.tasks import play_match
from arena.contests.tournaments import entries
from arena.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _short(settings):
    settings.LADDER_BOARDS = 1


@pytest.fixture
def climbers(making):
    return [making.bot(f"climber{n}", making.user(f"player{n}"), ladder=True) for n in range(3)]


def ladder(preset="classic"):
    return Contest.objects.get(format="ladder", preset=preset, state="running")


def test_there_is_a_ladder_for_each_preset_of_a_game_with_enough_bots(climbers):
    ladders.open_ladders()
    found = Contest.objects.filter(format="ladder")
    assert set(found.values_list("game", "preset")) == {
        ("saat-aath", preset) for preset in ("classic", "plain-sevens", "winner-draws", "78")
    }
    assert all(found.values_list("secret_sha256", flat=True))
    assert ladders.open_ladders() == 0


def test_one_match_at_a_time_and_none_while_a_tournament_waits(climbers, make_contest, play_all):
    tournament = make_contest()
    assert ladders.step() == 0
    play_all(tournament)
    Match.objects.filter(contest__format="ladder").delete()
    assert ladders.step() == 1
    assert ladders.step() == 0
    match = Match.objects.get(contest__format="ladder")
    assert match.rated
    play_match(match.pk)
    assert match.rating_changes.count() == 2


def test_a_later_version_plays_from_the_next_match(climbers, making):
    ladders.open_ladders()
    ladders.next_match(ladder=ladder())
    first = ladder().matches.get()
    for bot in climbers:
        making.version(bot)
    assert {player.version.number for player in first.players.all()} == {1}
    play_match(first.pk)
    ladders.next_match(ladder=ladder())
    assert {player.version.number for player in ladder().matches.last().players.all()} == {2}


def test_who_opts_out_or_retires_leaves_and_may_come_back(climbers):
    ladders.open_ladders()
    ladders.sync_entries(ladder=ladder())
    climbers[0].on_ladder = False
    climbers[0].save()
    climbers[1].retired_at = timezone.now()
    climbers[1].save()
    ladders.sync_entries(ladder=ladder())
    assert ladder().entries.filter(state="active").count() == 1
    climbers[0].on_ladder = True
    climbers[0].save()
    ladders.sync_entries(ladder=ladder())
    assert ladder().entries.filter(state="active").count() == 2
    assert ladder().entries.count() == 3


def test_settled_bots_play_on_at_a_slower_pace(climbers, settings):
    settings.LADDER_SETTLED = 0
    ladders.open_ladders()
    assert ladders.next_match(ladder=ladder()) == 1
    play_match(ladder().matches.get().pk)
    Match.objects.exclude(contest=ladder()).update(state="void", finished_at=timezone.now())
    assert ladders.next_match(ladder=ladder()) == 0
    ladder().matches.update(created_at=timezone.now() - timedelta(hours=1))
    assert ladders.next_match(ladder=ladder()) == 1


def test_newcomers_come_first(climbers, making, settings):
    settings.LADDER_SETTLED = 0
    ladders.open_ladders()
    for _ in range(3):
        ladder().matches.update(created_at=timezone.now() - timedelta(hours=1))
        ladders.next_match(ladder=ladder())
        play_match(ladder().matches.last().pk)
    new = making.bot("new", making.user("newcomer"), ladder=True)
    settings.LADDER_SETTLED = 30
    ladders.next_match(ladder=ladder())
    assert ladder().matches.last().players.filter(bot=new).exists()


def test_a_ladder_takes_no_entries_by_hand(climbers, operator, making):
    ladders.open_ladders()
    ladders.sync_entries(ladder=ladder())
    with pytest.raises(Refused, match="takes no more entries"):
        entries.add(contest=ladder(), bot=climbers[0], by=operator)
    with pytest.raises(Refused, match="switch"):
        entries.remove(entry=ladder().entries.first(), by=operator)


def test_no_ladders_where_the_operator_wants_none(climbers, settings):
    settings.LADDER_MATCHES = 0
    assert ladders.step() == 0
    assert not Contest.objects.exists()


def test_closed_accounts_bots_leave_the_ladder(climbers):
    ladders.open_ladders()
    set_closed(user=climbers[0].owner, closed=True)
    ladders.next_match(ladder=ladder())
    assert {player.bot for player in ladder().matches.get().players.all()} == set(climbers[1:])


def test_a_ladder_that_fails_does_not_hold_up_the_others(climbers, caplog):
    ladders.open_ladders()
    for broken in Contest.objects.filter(format="ladder").exclude(preset="78"):
        Snapshot.objects.create(contest=broken, matches=0, data={}, cells={})
    assert ladders.step() == 1
    assert ladder("78").matches.count() == 1
    assert "a contest was left out" in caplog.text
