"""The states of a contest, and what the audit log says of them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.accounts.services import set_closed
from arena.contests.tasks import play_match
from arena.contests.tournaments import lifecycle
from arena.errors import NotAllowed, Refused

pytestmark = pytest.mark.django_db


def test_only_the_organiser_and_operators_change_a_contest(make_contest, stranger, operator):
    contest = make_contest(start=False)
    for service in (lifecycle.start, lifecycle.pause, lifecycle.resume, lifecycle.cancel, lifecycle.open_entries):
        with pytest.raises(NotAllowed):
            service(contest=contest, by=stranger)
    lifecycle.start(contest=contest, by=operator)
    assert contest.audit.get(action="start").actor == operator


def test_a_contest_starts_once(make_contest, organiser):
    contest = make_contest()
    with pytest.raises(Refused, match="is running: it has been started already"):
        lifecycle.start(contest=contest, by=organiser)
    assert contest.matches.count() == 1


def test_too_few_entries_do_not_start(make_contest, organiser):
    with pytest.raises(Refused, match="needs at least 2"):
        make_contest(bots=1)
    with pytest.raises(Refused, match="needs at least 4"):
        make_contest(bots=3, game="badam-satti", preset="quick")


def test_a_start_that_would_draw_too_many_matches_leaves_a_draft(make_contest, settings, organiser):
    contest = make_contest(bots=4, start=False)
    settings.MAX_MATCHES = 5
    with pytest.raises(Refused, match="6 matches; 5 are the most"):
        lifecycle.start(contest=contest, by=organiser)
    contest.refresh_from_db()
    assert (contest.state, contest.secret, contest.matches.count()) == ("draft", "", 0)


def test_paused_nothing_begins_and_resumed_it_goes_on(make_contest, organiser, play_all):
    contest = make_contest(bots=3)
    first = contest.matches.first()
    play_match(first.pk)
    lifecycle.pause(contest=contest, by=organiser)
    play_match(contest.matches.last().pk)
    assert contest.matches.filter(state="done").count() == 1
    assert not contest.matches.filter(queued_at__isnull=False).exists()
    lifecycle.resume(contest=contest, by=organiser)
    play_all(contest)
    assert contest.state == "finished"


def test_a_contest_whose_last_match_ends_while_paused_finishes_when_resumed(make_contest, making, organiser):
    contest = make_contest(bots=2)
    match = contest.matches.get()
    contest.matches.update(state="void", finished_at=contest.started_at)
    contest = lifecycle.pause(contest=contest, by=organiser)
    assert match
    contest = making.draw(lifecycle.resume(contest=contest, by=organiser))
    assert contest.state == "finished"


def test_cancelled_what_has_no_result_is_void_and_the_secret_is_shown(make_contest, organiser):
    contest = make_contest(bots=3)
    play_match(contest.matches.first().pk)
    contest = lifecycle.cancel(contest=contest, by=organiser, reason="rain")
    assert sorted(contest.matches.values_list("state", flat=True)) == ["done", "void", "void"]
    assert contest.revealed_secret == contest.secret
    assert contest.audit.get(action="cancel").detail == "rain"
    with pytest.raises(Refused):
        lifecycle.resume(contest=contest, by=organiser)


def test_extended_everybody_meets_again(make_contest, making, organiser, play_all):
    contest = make_contest(bots=3)
    play_match(contest.matches.first().pk)
    contest = lifecycle.extend(contest=contest, by=organiser, rounds=2, boards=2)
    assert contest.drawing
    with pytest.raises(Refused, match="still being drawn"):
        lifecycle.extend(contest=contest, by=organiser, rounds=1)
    contest = making.draw(contest)
    assert not contest.drawing
    assert contest.rounds == 3
    assert list(contest.matches.values_list("round", "boards")) == [(1, 1)] * 3 + [(2, 2)] * 3 + [(3, 2)] * 3
    assert list(contest.matches.values_list("key", flat=True))[3:6] == ["2/1", "2/2", "2/3"]
    play_all(contest)
    assert contest.state == "finished"
    with pytest.raises(Refused, match="every deal, is known"):
        lifecycle.extend(contest=contest, by=organiser, rounds=1)


def test_an_open_contest_can_be_opened_only_once_and_a_private_one_never(make_contest, organiser):
    private = make_contest(start=False)
    with pytest.raises(Refused, match="chooses the entries"):
        lifecycle.open_entries(contest=private, by=organiser)
    with pytest.raises(Refused, match="opened already"):
        lifecycle.open_entries(contest=make_contest(start=False, entry="open"), by=organiser)


def test_an_account_draws_so_many_matches_a_day_in_all_its_contests(
    make_contest, settings, organiser, making, stranger
):
    settings.MATCHES_PER_DAY = 5
    contest = make_contest(bots=3)
    with pytest.raises(Refused, match=r"3 matches[.] This organiser's contests had 3 within a day, and 5 are the most"):
        make_contest(bots=3)
    with pytest.raises(Refused, match="wait a while"):
        lifecycle.extend(contest=contest, by=organiser, rounds=1)
    making.contest(stranger, bots=3)
    contest.matches.update(created_at=timezone.now() - timedelta(hours=25))
    lifecycle.extend(contest=contest, by=organiser, rounds=1)


def test_a_closed_account_s_bot_is_not_started(make_contest, organiser):
    contest = make_contest(bots=3, start=False)
    bot = contest.entries.first().bot
    set_closed(user=bot.owner, closed=True)
    with pytest.raises(Refused, match=f"{bot} has no version that may play"):
        lifecycle.start(contest=contest, by=organiser)
    set_closed(user=bot.owner, closed=False)
    lifecycle.start(contest=contest, by=organiser)
