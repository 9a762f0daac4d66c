"""From start to finish in this process: rows, results, ratings, the end."""

import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

import games.replay
from arena.contests import tasks
from arena.contests.matches import claims, results, runner
from arena.contests.models import Match, Rating, RatingChange
from tournaments import seeds
from tournaments.ratings import elo

pytestmark = pytest.mark.django_db


def test_a_round_robin_is_played_to_its_end(make_contest, play_all):
    contest = make_contest(bots=4, boards=2)
    assert contest.matches.count() == 6
    play_all(contest)
    assert contest.state == "finished"
    assert contest.finished_at
    assert list(contest.audit.values_list("action", flat=True)).count("finish") == 1
    for match in contest.matches.all():
        assert match.state == "done"
        assert match.attempts == 1
        assert sum(player.score for player in match.players.all()) == 1
        games.replay.read(bytes(match.replay.data))


def test_seeds_follow_from_the_secret_that_was_committed_to(make_contest, play_all):
    contest = make_contest()
    assert contest.revealed_secret == ""
    assert contest.secret_sha256 == seeds.commitment(contest.secret)
    match = contest.matches.get()
    assert match.seed == seeds.match_seed(contest.secret, match.key)
    play_all(contest)
    assert contest.revealed_secret == contest.secret


def test_ratings_change_by_zero_in_all_and_say_how(make_contest, play_all):
    contest = make_contest(bots=3, boards=2)
    play_all(contest)
    assert sum(Rating.objects.values_list("value", flat=True)) == 3 * elo.START
    for match in contest.matches.all():
        changes = RatingChange.objects.filter(match=match)
        assert changes.count() == 2
        assert sum(change.change for change in changes) == 0
        assert all(change.new == change.old + change.change for change in changes)
        assert {change.sequence for change in changes} == {match.rating_sequence}
    assert set(Rating.objects.values_list("matches", flat=True)) == {2}


def test_a_task_delivered_again_changes_nothing(make_contest, play_all):
    contest = make_contest()
    play_all(contest)
    before = list(Match.objects.values()), list(Rating.objects.values()), list(RatingChange.objects.values())
    tasks.play_match(contest.matches.get().pk)
    assert before == (list(Match.objects.values()), list(Rating.objects.values()), list(RatingChange.objects.values()))


def test_a_result_whose_claim_was_lost_changes_nothing(make_contest):
    contest = make_contest()
    match = claims.claim(match_id=contest.matches.get().pk)
    outcome = runner.play(match)
    assert claims.claim(match_id=match.pk) is None
    assert not results.store(match_id=match.pk, token=uuid.uuid4(), outcome=outcome)
    Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert claims.free_lost() == 1
    assert not results.store(match_id=match.pk, token=match.claim, outcome=outcome)
    match.refresh_from_db()
    assert match.state == "waiting"
    assert not Rating.objects.exists()


def test_a_lease_renewed_at_the_last_moment_keeps_its_match(make_contest):
    match = claims.claim(match_id=make_contest().matches.get().pk)
    assert not claims.give_back(match_id=match.pk, token=match.claim, reason="lost", lapsed=True)
    Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    assert claims.give_back(match_id=match.pk, token=match.claim, reason="lost", lapsed=True)
    assert Match.objects.get(pk=match.pk).state == "waiting"


def test_what_fails_on_our_side_is_tried_several_times_and_then_void_for_nobody(make_contest, play_all, settings):
    contest = make_contest(bots=3)
    broken = contest.matches.first()
    Match.objects.filter(pk=broken.pk).update(boards=0)
    play_all(contest)
    broken.refresh_from_db()
    assert (broken.state, broken.attempts, broken.failures) == ("void", settings.MATCH_TRIES, settings.MATCH_TRIES)
    assert broken.void_reason == "The platform failed 3 times."
    assert "boards" in broken.trouble
    assert contest.state == "finished"
    assert not RatingChange.objects.filter(match=broken).exists()
    assert [player.score for player in broken.players.all()] == [None, None]


def test_lost_workers_are_counted_apart_and_cost_a_match_less(make_contest, settings):
    contest = make_contest()
    match = contest.matches.get()

    def lose():
        Match.objects.filter(pk=match.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
        assert claims.free_lost() == 1

    for _ in range(settings.MATCH_LOSSES - 1):
        assert claims.claim(match_id=match.pk)
        lose()
    for _ in range(settings.MATCH_TRIES - 1):
        token = claims.claim(match_id=match.pk).claim
        assert claims.give_back(match_id=match.pk, token=token, reason="no jail on host-7")
    match.refresh_from_db()
    assert (match.state, match.attempts, match.failures) == ("waiting", 11, 2)
    assert claims.claim(match_id=match.pk)
    lose()
    match.refresh_from_db()
    assert (match.state, match.void_reason) == ("void", "The platform lost its worker 10 times.")


def test_bots_of_one_owner_play_unrated(make_contest, make_bot, stranger, play_all):
    contest = make_contest(bots=[make_bot("one"), make_bot("two"), make_bot("other", by=stranger)])
    assert sorted(contest.matches.values_list("rated", flat=True)) == [False, True, True]
    play_all(contest)
    assert RatingChange.objects.count() == 4


def test_options_of_no_preset_are_unrated_and_those_of_a_preset_are_rated(make_contest, play_all):
    strange = make_contest(preset="classic", options={"deals": 3})
    assert strange.preset == ""
    play_all(strange)
    assert not Rating.objects.exists()


def test_options_that_equal_a_preset_are_rated_as_that(make_contest):
    named = make_contest(preset="", options={"sevens": "plain"})
    assert named.preset == "plain-sevens"
    assert all(named.matches.values_list("rated", flat=True))


@pytest.mark.parametrize(("limit", "says"), [({"action_seconds": 0.5}, "0.5 s"), ({"memory_mb": 128}, "128 MB")])
def test_limits_below_the_standard_are_unrated_and_wider_ones_are_not(make_contest, play_all, client, limit, says):
    tight = make_contest(**limit)
    play_all(tight)
    assert not Rating.objects.exists()
    page = client.get(tight.get_absolute_url()).content.decode()
    assert f"Unrated: {tight.unrated}." in page
    assert says in tight.unrated
    assert all(make_contest(action_seconds=2, memory_mb=512).matches.values_list("rated", flat=True))
