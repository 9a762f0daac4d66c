"""Ladders open, pair, follow opt-ins and pin the newest versions."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.accounts.services import set_closed
from arena.contests.ladders import ladders
from arena.contests.matches import claims, results, runner
from arena.contests.models import Contest, Match, Pool, Rating, Snapshot
from arena.contests.tasks import play_match
from arena.contests.tournaments import entries
from arena.errors import Refused
from arena.submissions.models import Bot

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _short(settings):
    settings.LADDER_BOARDS, settings.LADDER_MATCHES = 1, 100


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


def play_one(contest):
    """Without what follows: no other ladder match is scheduled."""
    match = claims.claim(match_id=contest.matches.get(state="waiting").pk)
    assert results.store(match_id=match.pk, token=match.claim, outcome=runner.play(match))


def test_each_ladder_gives_a_bot_its_first_match_without_waiting_for_a_tournament(climbers, make_contest, settings):
    settings.LADDER_MATCHES = 1
    make_contest(bots=4)
    assert ladders.step() == 2, "one at a time, and one more for bots that have never played"
    match = Match.objects.filter(contest__format="ladder").first()
    assert match.rated
    play_match(match.pk)
    assert match.rating_changes.count() == 2


def test_ladders_take_turns(climbers, settings):
    settings.LADDER_MATCHES = 1
    for _ in range(3):
        ladders.step()
        for match in Match.objects.filter(state="waiting"):
            play_match(match.pk)
    played = [contest.matches.count() for contest in Contest.objects.filter(format="ladder")]
    assert max(played) - min(played) <= 1


def test_a_bot_counts_once_however_many_versions_it_has(making):
    bots = [making.bot(f"lone{n}", making.user(f"player{n}"), game="badam-satti", ladder=True) for n in range(2)]
    for _ in range(3):
        making.version(bots[0])
    assert ladders.eligible().count() == 2
    assert ladders.open_ladders() == 0, "no table of more than two seats is full"


@pytest.fixture
def house_bots(house):
    Bot.objects.filter(owner__username="builtin", game="saat-aath").update(on_ladder=True)
    return [bot for bot in house.values() if bot.game == "saat-aath"]


def test_house_bots_among_themselves_play_so_many_matches_an_hour(house_bots, settings):
    settings.LADDER_HOUSE_MATCHES = 6
    assert ladders.step() == 1
    match = Match.objects.get()
    play_match(match.pk)
    assert Match.objects.count() == 1, "the next one is not due"
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=9))
    assert ladders.step() == 0
    Match.objects.update(created_at=timezone.now() - timedelta(minutes=11))
    assert ladders.step() == 1
    settings.LADDER_HOUSE_MATCHES = 0
    Match.objects.update(created_at=timezone.now() - timedelta(hours=2))
    Match.objects.filter(state="waiting").update(state="void", finished_at=timezone.now())
    assert ladders.step() == 0


def test_settled_house_bots_have_nothing_to_learn_from_each_other(house_bots, settings):
    settings.LADDER_SETTLED = 0
    assert ladders.step() == 0
    assert Contest.objects.filter(format="ladder").exists()


def test_a_person_s_bot_plays_against_house_bots_while_those_wait_for_each_other(house_bots, making):
    ladders.step()
    play_match(Match.objects.get().pk)
    new = making.bot("new", making.user("newcomer"), ladder=True)
    assert ladders.step() >= 1
    assert all(match.players.filter(bot=new).exists() for match in Match.objects.filter(state="waiting"))


def test_pairs_of_settled_bots_whose_result_is_certain_are_skipped(climbers, settings):
    settings.LADDER_SETTLED, settings.LADDER_PAUSE_SECONDS = 0, 0
    assert ladders.step() == 0, "a pair has met often enough once it has met as often as makes a bot settled"
    settings.LADDER_SETTLED = 1
    ladders.open_ladders()
    ladders.next_match(ladder=ladder())
    play_one(ladder())
    pool = Pool.objects.get(preset="classic")
    for number, bot in enumerate(climbers):
        Rating.objects.update_or_create(pool=pool, bot=bot, defaults={"value": 1_000_000 * (1 + number), "matches": 1})
    Match.objects.exclude(contest=ladder()).update(state="void", finished_at=timezone.now())
    ladders.next_match(ladder=ladder())
    play_one(ladder())
    Match.objects.exclude(contest=ladder()).update(state="void", finished_at=timezone.now())
    assert ladders.next_match(ladder=ladder()) == 0


def test_a_later_version_plays_from_the_next_match(climbers, making):
    ladders.open_ladders()
    ladders.next_match(ladder=ladder())
    first = ladder().matches.get()
    for bot in climbers:
        making.version(bot)
    assert {player.version.number for player in first.players.all()} == {1}
    play_one(ladder())
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
    ladders.open_ladders()
    for _ in range(2):  # of three bots each has played then
        ladders.next_match(ladder=ladder())
        play_one(ladder())
    settings.LADDER_SETTLED = 1
    before = ladder().matches.count()
    Match.objects.exclude(contest=ladder()).update(state="void", finished_at=timezone.now())
    assert ladders.next_match(ladder=ladder()) == 0
    ladder().matches.update(created_at=timezone.now() - timedelta(hours=1))
    settings.LADDER_SETTLED = before  # so that a pair may meet again
    assert ladders.next_match(ladder=ladder()) == 1


def test_newcomers_come_first(climbers, making, settings):
    ladders.open_ladders()
    for _ in range(3):
        ladders.next_match(ladder=ladder())
        play_one(ladder())
    new = making.bot("new", making.user("newcomer"), ladder=True)
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
