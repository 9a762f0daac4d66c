"""Tries of matches: each with its own deals, recorded when it starts, for everybody to see."""

import pytest

from arena.contests.matches import adjudication, claims
from arena.contests.models import Contest, Try
from arena.contests.tasks import play_match
from tournaments import seeds

pytestmark = pytest.mark.django_db


def fail(match, worker="worker@host-7"):
    claimed = claims.claim(match_id=match.pk, worker=worker)
    assert claims.give_back(match_id=match.pk, token=claimed.claim, reason="no jail on host-7")
    return claimed


def test_a_try_is_recorded_when_it_starts(make_contest):
    match = make_contest().matches.get()
    claims.claim(match_id=match.pk, worker="worker@host-7")
    (made,) = match.tries.all()
    assert (made.number, made.key, made.ended_at, made.reason) == (1, "1/1", None, "")
    assert made.worker.startswith("w-")
    assert "host" not in made.worker


def test_each_try_has_deals_of_its_own(make_contest, play_all):
    contest = make_contest()
    match = contest.matches.get()
    first, second = fail(match), fail(match)
    assert (first.key, second.key) == ("1/1", "1/1/2")
    assert first.seed != second.seed
    play_all(contest)
    match.refresh_from_db()
    assert (match.key, match.state) == ("1/1/3", "done")
    assert match.seed == seeds.match_seed(contest.secret, "1/1/3")
    reasons = list(match.tries.values_list("number", "key", "reason"))
    failed = "The platform failed."
    assert reasons == [(1, "1/1", failed), (2, "1/1/2", failed), (3, "1/1/3", "")]
    assert not Try.objects.filter(ended_at=None).exists()


def test_a_match_played_again_counts_on(make_contest, organiser):
    contest = make_contest(bots=3)
    old = contest.matches.first()
    fail(old)
    play_match(old.pk)
    again = adjudication.rerun(match=old, by=organiser)
    play_match(again.pk)
    third = adjudication.rerun(match=again, by=organiser)
    play_match(third.pk)
    keys = list(Try.objects.order_by("pk").values_list("key", flat=True))
    assert keys == ["1/1", "1/1/2", "1/1/3", "1/1/4"]


def test_of_matches_from_before_there_were_commitments_every_try_has_the_same_deals(make_contest):
    """Their bundles prove just that."""
    contest = make_contest()
    Contest.objects.filter(pk=contest.pk).update(commitment_sha256="")
    match = contest.matches.get()
    assert fail(match).key == fail(match).key == "1/1"
    assert contest.tries.count() == 2
    assert contest.chain.count() == 1


def test_a_try_that_a_person_ends_says_so(make_contest, organiser):
    match = make_contest().matches.get()
    claimed = claims.claim(match_id=match.pk)
    adjudication.void(match=claimed, by=organiser, reason="odd")
    made = match.tries.get()
    assert made.ended_at
    assert made.reason == "Declared void by the organiser: odd"


def test_tries_are_on_the_match_s_page_and_in_the_api(make_contest, client, play_all):
    contest = make_contest()
    match = contest.matches.get()
    fail(match)
    play_all(contest)
    shown = client.get(f"/api/v1/matches/{match.pk}/").json()["tries"]
    assert [(one["number"], one["key"], one["reason"]) for one in shown] == [
        (1, "1/1", "The platform failed."),
        (2, "1/1/2", ""),
    ]
    page = client.get(match.get_absolute_url()).content.decode()
    assert "key 1/1/2" in page
    assert "The platform failed." in page
    assert "host-7" not in page
