"""Old replays and logs of ladders go where the operator says so; everything else stays."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from arena.contests.ladders import ladders
from arena.contests.matches import adjudication, pruning
from arena.contests.models import Contest, Match, MatchPlayer, RatingChange, Replay
from arena.contests.standings.queries import standings
from arena.contests.tasks import play_match, prune_ladders
from arena.contests.tournaments import bundles, lifecycle
from arena.errors import Refused

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder(making, settings):
    """With five matches that have been played, each with a log, and one that waits."""
    settings.LADDER_BOARDS, settings.LADDER_PAUSE_SECONDS, settings.LADDER_SETTLED = 1, 0, 10_000
    for number in range(2):
        making.bot("climber", making.user(f"player{number}"), ladder=True)
    ladders.open_ladders()
    contest = Contest.objects.get(format="ladder", preset="classic")
    for number in range(1, 7):
        ladders.next_match(ladder=contest)
        if number < 6:
            play_match(contest.matches.get(number=number).pk)
            Match.objects.filter(contest__format="ladder").exclude(contest=contest).delete()
    MatchPlayer.objects.filter(match__contest=contest, match__state="done").update(log="printed")
    return contest


def kept(contest):
    """The numbers of the matches that have a replay and those that have all their logs."""
    replays = set(contest.matches.filter(replay__isnull=False).values_list("number", flat=True))
    logs = set(contest.matches.filter(players__log="printed").values_list("number", flat=True))
    return replays, logs


def test_nothing_is_removed_unless_the_operator_says_so(ladder):
    assert pruning.prune() == 0
    assert kept(ladder) == ({1, 2, 3, 4, 5}, {1, 2, 3, 4, 5})


@pytest.mark.parametrize(("most", "left"), [(1, {5}), (2, {4, 5}), (5, {1, 2, 3, 4, 5}), (99, {1, 2, 3, 4, 5})])
def test_the_newest_matches_of_a_ladder_keep_theirs(ladder, settings, most, left):
    settings.LADDER_KEEP_MATCHES = most
    assert pruning.prune() == 5 - len(left)
    assert kept(ladder) == (left, left)
    assert pruning.prune() == 0


def test_the_matches_of_the_last_days_keep_theirs(ladder, settings):
    settings.LADDER_KEEP_DAYS = 7
    ladder.matches.filter(number__lte=3).update(finished_at=timezone.now() - timedelta(days=7, minutes=1))
    prune_ladders()
    assert kept(ladder) == ({4, 5}, {4, 5})


def test_with_both_limits_whatever_is_beyond_either_goes(ladder, settings):
    settings.LADDER_KEEP_DAYS, settings.LADDER_KEEP_MATCHES = 7, 2
    ladder.matches.filter(number__in=[1, 4]).update(finished_at=timezone.now() - timedelta(days=8))
    assert pruning.prune() == 4
    assert kept(ladder) == ({5}, {5})


def test_it_goes_on_by_small_steps(ladder, settings, monkeypatch):
    settings.LADDER_KEEP_MATCHES = 1
    monkeypatch.setattr(pruning, "BATCH", 1)
    monkeypatch.setattr(pruning, "MOST_BATCHES", 3)
    assert [pruning.prune(), pruning.prune()] == [3, 1]
    assert kept(ladder) == ({5}, {5})


def test_results_ratings_and_the_audit_trail_stay(ladder, settings):
    def told():
        players = MatchPlayer.objects.order_by("pk").values_list("score", "place", "faults", "cpu_seconds")
        return [
            list(players),
            list(Match.objects.order_by("pk").values_list("state", "places", "seed", "rating_sequence", "finished_at")),
            list(RatingChange.objects.order_by("pk").values_list("sequence", "old", "new")),
            list(ladder.audit.values_list("action", "detail")),
        ]

    before = told()
    settings.LADDER_KEEP_MATCHES = 1
    assert pruning.prune() == 4
    assert told() == before
    call_command("recompute_ratings", "--check")


def test_tournaments_are_never_touched(ladder, make_contest, play_all, settings):
    contest = make_contest(bots=3)
    play_all(contest)
    contest.matches.update(finished_at=timezone.now() - timedelta(days=900))
    settings.LADDER_KEEP_MATCHES = settings.LADDER_KEEP_DAYS = 1
    assert pruning.prune() == 4
    assert Replay.objects.filter(match__contest=contest).count() == 3


def test_a_match_says_that_its_replay_was_removed(ladder, settings, client):
    settings.LADDER_KEEP_MATCHES = 1
    pruning.prune()
    old, new, waiting = (ladder.matches.get(number=number) for number in (1, 5, 6))
    page = client.get(f"/matches/{old.pk}/").content.decode()
    assert "Its replay and logs were removed" in page
    assert "Watch the replay" not in page
    assert "were removed" not in client.get(f"/matches/{new.pk}/").content.decode()
    for part in ("replay", "frames", "values"):
        answer = client.get(f"/api/v1/matches/{old.pk}/{part}/")
        assert answer.status_code == 404
        assert "were removed" in answer.json()["detail"]
    assert client.get(f"/matches/{old.pk}/replay/").status_code == 404
    assert "not been played to its end" in client.get(f"/api/v1/matches/{waiting.pk}/replay/").json()["detail"]
    assert client.get("/api/v1/matches/99999999/replay/").status_code == 404
    told = {
        match["number"]: match for match in client.get(f"/api/v1/matches/?tournament={ladder.pk}").json()["results"]
    }
    assert [told[number]["replay_removed"] for number in (1, 5, 6)] == [True, False, False]
    assert [told[number]["replay"] is None for number in (1, 5, 6)] == [True, False, True]
    assert [told[number]["seed"] is None for number in (1, 5, 6)] == [False, False, True]
    for part in ("", "text/", "download/"):
        missing = client.get(f"/matches/{old.pk}/replay/{part}")
        assert missing.status_code == 404
        assert "were removed" in missing.content.decode()
    assert "were removed" in client.get(f"/api/v1/matches/{old.pk}/log/").content.decode()


def test_its_owner_hears_that_a_log_was_removed_and_nobody_else_hears_anything(ladder, settings, client, stranger):
    settings.LADDER_KEEP_MATCHES = 1
    pruning.prune()
    player = ladder.matches.get(number=1).players.first()
    address = f"/api/v1/matches/{player.match_id}/log/?player=0"
    client.force_login(stranger)
    assert client.get(address).status_code == 403
    client.force_login(player.bot.owner)
    answer = client.get(address)
    assert (answer.status_code, "were removed" in answer.json()["detail"]) == (404, True)


def test_a_closed_ladder_without_all_its_replays_has_no_bundle_and_says_why(ladder, settings, operator):
    lifecycle.close(contest=ladder, by=operator)
    ladder.refresh_from_db()
    assert bundles.download(ladder).status_code == 200
    settings.LADDER_KEEP_MATCHES = 1
    pruning.prune()
    with pytest.raises(Refused, match="replays were removed"):
        bundles.download(ladder)


def test_a_bundle_that_loses_a_replay_while_it_is_made_is_refused(ladder, settings, monkeypatch):
    settings.LADDER_KEEP_MATCHES = 3
    lifecycle.close(contest=ladder, by=None)
    ladder.refresh_from_db()
    stored = bundles.stored

    def later(contest):
        pruning.prune()
        return stored(contest)

    monkeypatch.setattr(bundles, "stored", later)
    with pytest.raises(Refused, match="replays were removed"):
        bundles.download(ladder)


def test_an_owner_reads_that_the_log_was_removed(ladder, settings, client):
    settings.LADDER_KEEP_MATCHES = 1
    pruning.prune()
    match = ladder.matches.get(number=1)
    player = match.players.exclude(bot__builtin="x").first()
    player.bot.builtin = ""
    player.bot.save()
    client.force_login(player.bot.owner)
    assert "removed" in client.get(f"/matches/{match.pk}/").content.decode().split("Output")[1].split("Log")[0]
    answer = client.get(f"/matches/{match.pk}/log/{player.number + 1}/")
    assert answer.status_code == 404
    assert "were removed" in answer.content.decode()


def test_a_closed_ladder_is_added_up_anew(ladder, operator):
    before = {row.entry.pk: row.matches for row in standings(ladder, None)}
    assert sum(before.values()) == 10
    adjudication.void(match=ladder.matches.get(number=1), by=operator, reason="a test")
    lifecycle.close(contest=ladder, by=None)
    ladder.refresh_from_db()
    assert sum(row.matches for row in standings(ladder, None)) == 8
