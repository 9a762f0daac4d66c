"""What an organiser does to single matches."""

import pytest

from arena.contests.matches import adjudication, claims
from arena.contests.models import Rating, RatingChange
from arena.contests.tasks import play_match
from arena.contests.tournaments import bundles
from arena.errors import NotAllowed, Refused
from tournaments import seeds

pytestmark = pytest.mark.django_db


def test_a_match_played_again_has_deals_of_its_own_and_takes_the_old_one_s_place(make_contest, organiser, play_all):
    contest = make_contest(bots=3)
    old = contest.matches.first()
    play_match(old.pk)
    again = adjudication.rerun(match=old, by=organiser, reason="looked odd")
    old.refresh_from_db()
    assert (old.state, old.void_reason) == ("void", "Played again at the request of the organiser: looked odd")
    assert old.replay.data
    assert (old.key, again.key, again.state) == ("1/1", "1/1/2", "waiting")
    assert again.seed == seeds.match_seed(contest.secret, "1/1/2")
    play_all(contest)
    assert contest.state == "finished"
    assert set(Rating.objects.values_list("matches", flat=True)) == {2}
    assert RatingChange.objects.filter(match=old).count() == 4
    assert contest.audit.filter(action="re-run").count() == 1


def test_what_has_no_result_or_was_replaced_is_not_played_again(make_contest, organiser):
    contest = make_contest(bots=3)
    match = contest.matches.first()
    with pytest.raises(Refused, match="is waiting"):
        adjudication.rerun(match=match, by=organiser)
    play_match(match.pk)
    adjudication.rerun(match=match, by=organiser)
    with pytest.raises(Refused, match="played again already"):
        adjudication.rerun(match=match, by=organiser)


def test_after_the_end_a_match_can_be_void_but_not_be_played_again(make_contest, organiser, play_all):
    contest = make_contest(bots=3)
    play_all(contest)
    match = contest.matches.first()
    with pytest.raises(Refused, match="deals are known"):
        adjudication.rerun(match=match, by=organiser)
    adjudication.void(match=match, by=organiser, reason="")
    contest.refresh_from_db()
    assert contest.state == "finished"
    with pytest.raises(Refused, match="void already"):
        adjudication.void(match=match, by=organiser, reason="")


def test_a_running_match_declared_void_stores_nothing_any_more(make_contest, organiser):
    contest = make_contest(bots=3)
    match = claims.claim(match_id=contest.matches.first().pk)
    adjudication.void(match=match, by=organiser, reason="")
    assert not claims.renew(match_id=match.pk, token=match.claim)
    match.refresh_from_db()
    assert (match.state, match.claim) == ("void", None)


def test_strangers_touch_no_match(make_contest, stranger):
    match = make_contest().matches.get()
    with pytest.raises(NotAllowed):
        adjudication.void(match=match, by=stranger, reason="")
    with pytest.raises(NotAllowed):
        adjudication.rerun(match=match, by=stranger)


def test_a_match_with_an_own_bot_is_for_operators_to_decide_about(
    make_contest, make_bot, organiser, operator, stranger, client
):
    contest = make_contest(bots=[make_bot("mine", by=organiser), make_bot("one"), make_bot("two", by=stranger)])
    own = contest.matches.filter(players__bot__owner=organiser).first()
    play_match(own.pk)
    for service in (adjudication.void, adjudication.rerun):
        with pytest.raises(Refused, match=f"A bot of yours plays in match {own.number}: only an operator"):
            service(match=own, by=organiser, reason="it lost")
    own.refresh_from_db()
    assert own.state == "done"
    others = contest.matches.exclude(players__bot__owner=organiser).get()
    client.force_login(organiser)
    assert "Declare void" not in client.get(own.get_absolute_url()).content.decode()
    assert "Declare void" in client.get(others.get_absolute_url()).content.decode()
    refused = client.post(f"{own.get_absolute_url()}void/", {"reason": ""}, follow=True)
    assert "only an operator may decide about it" in refused.content.decode()
    adjudication.void(match=others, by=organiser, reason="")
    adjudication.rerun(match=own, by=operator)


def test_what_failed_on_our_side_is_told_to_operators_alone(make_contest, play_all, operator, organiser, client):
    contest = make_contest()
    match = contest.matches.get()
    pages = [match.get_absolute_url(), f"/api/v1/matches/{match.pk}/", f"/api/v1/matches/{match.pk}/log/"]
    for _ in range(3):
        for page in (*pages, contest.get_absolute_url()):
            assert "host-7" not in client.get(page).content.decode()
        token = claims.claim(match_id=match.pk).claim
        claims.give_back(match_id=match.pk, token=token, reason="HostFailure: no jail on host-7")
    for page in (*pages, contest.get_absolute_url()):
        shown = client.get(page).content.decode()
        assert "The platform failed 3 times." in shown
        assert "host-7" not in shown
    assert next(bundles.rows(contest)).note == "The platform failed 3 times."
    assert "host-7" not in next(bundles.rows(contest)).log
    client.force_login(organiser)
    assert "host-7" not in client.get(pages[0]).content.decode()
    client.force_login(operator)
    for page in (*pages[:2], "/status/"):
        assert "no jail on host-7" in client.get(page).content.decode()
