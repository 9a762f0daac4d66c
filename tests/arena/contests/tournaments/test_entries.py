"""Who may enter what, when, and who may take it out again."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.accounts.services import set_closed
from arena.contests.models import Match
from arena.contests.tournaments import entries, lifecycle
from arena.errors import NotAllowed, Refused

pytestmark = pytest.mark.django_db


def test_an_organiser_enters_any_ready_bot_of_the_game(make_contest, make_bot, organiser, making, owner):
    contest = make_contest(bots=0, start=False)
    entries.add(contest=contest, bot=make_bot("ant"), by=organiser)
    with pytest.raises(Refused, match="entered already"):
        entries.add(contest=contest, bot=owner.bots.get(), by=organiser)
    with pytest.raises(Refused, match="plays badam-satti"):
        entries.add(contest=contest, bot=make_bot("bee", game="badam-satti"), by=organiser)
    not_ready = make_bot("cat")
    not_ready.versions.update(status="failed")
    with pytest.raises(Refused, match="no version that passed"):
        entries.add(contest=contest, bot=not_ready, by=organiser)


def test_a_private_contest_takes_nobody_else_s_entries(make_contest, make_bot, owner):
    contest = make_contest(start=False, entry="private")
    with pytest.raises(NotAllowed):
        entries.add(contest=contest, bot=make_bot("ant"), by=owner)


def test_an_open_contest_takes_own_bots_up_to_its_limit(make_contest, make_bot, owner, stranger):
    contest = make_contest(start=False, entry="open", entries_per_account=1)
    with pytest.raises(NotAllowed, match="own bots only"):
        entries.add(contest=contest, bot=make_bot("ant"), by=stranger)
    entries.add(contest=contest, bot=owner.bots.get(name="ant"), by=owner)
    with pytest.raises(Refused, match="may enter 1 bot here, and you have entered 1: remove one"):
        entries.add(contest=contest, bot=make_bot("bee"), by=owner)


def test_an_invitation_opens_a_contest_to_those_who_have_the_link(make_contest, make_bot, owner):
    contest = make_contest(start=False, entry="link")
    bot = make_bot("ant")
    for wrong in ("", "guess", "é"):
        with pytest.raises(NotAllowed, match="invitation"):
            entries.add(contest=contest, bot=bot, by=owner, invite=wrong)
    entries.add(contest=contest, bot=bot, by=owner, invite=contest.invite_token)


def test_entries_come_within_the_window(make_contest, make_bot, owner):
    contest = make_contest(bots=0, start=False, entry="open")
    contest.closes_at = timezone.now() - timedelta(seconds=1)
    contest.save()
    with pytest.raises(Refused, match="closed at"):
        entries.add(contest=contest, bot=make_bot("ant"), by=owner)
    later = make_contest(bots=0, start=False, entry="open", opens_at=timezone.now() + timedelta(hours=1))
    assert later.state == "draft"
    with pytest.raises(Refused, match="Entries open at"):
        entries.add(contest=later, bot=owner.bots.get(), by=owner)


def test_before_the_start_owners_and_the_organiser_take_entries_out(make_contest, make_bot, owner, stranger, organiser):
    contest = make_contest(start=False, bots=[make_bot("ant")])
    entry = contest.entries.get()
    with pytest.raises(NotAllowed):
        entries.remove(entry=entry, by=stranger)
    assert entries.remove(entry=entry, by=owner).state == "removed"
    again = entries.add(contest=contest, bot=entry.bot, by=organiser)
    assert again.pk == entry.pk
    assert again.state == "active"


def test_after_the_start_only_the_organiser_removes_and_waiting_matches_become_void(make_contest, organiser, play_all):
    contest = make_contest(bots=3)
    entry = contest.entries.first()
    with pytest.raises(NotAllowed):
        entries.remove(entry=entry, by=entry.bot.owner)
    entries.remove(entry=entry, by=organiser)
    assert sorted(contest.matches.values_list("state", flat=True)) == ["void", "void", "waiting"]
    with pytest.raises(Refused, match="removed already"):
        entries.remove(entry=entry, by=organiser)
    play_all(contest)
    assert contest.state == "finished"
    assert contest.audit.filter(action="remove", actor=organiser).count() == 1


def test_removing_the_last_opponent_ends_the_contest(make_contest, making, organiser):
    contest = make_contest(bots=2)
    entries.remove(entry=contest.entries.first(), by=organiser)
    making.draw(contest)
    assert contest.state == "finished"
    assert not Match.objects.exclude(state="void").exists()


def test_versions_are_pinned_at_the_start(make_contest, make_bot, making, organiser, stranger):
    bot = make_bot("ant")
    contest = make_contest(start=False, bots=[bot, make_bot("bee", by=stranger)])
    newest = making.version(bot)
    making.version(bot, status="failed")
    making.begin(contest, organiser)
    assert contest.entries.get(bot=bot).version == newest
    making.version(bot)
    assert contest.matches.get().players.get(bot=bot).version == newest


def test_a_bot_that_was_retired_meanwhile_stops_the_start_by_name(make_contest, make_bot, organiser):
    contest = make_contest(start=False)
    bot = contest.entries.first().bot
    bot.retired_at = timezone.now()
    bot.save()
    with pytest.raises(Refused, match=str(bot)):
        lifecycle.start(contest=contest, by=organiser)


def test_an_entry_that_would_draw_too_many_matches_is_refused(make_contest, make_bot, organiser, settings):
    settings.MAX_MATCHES = 5
    contest = make_contest(bots=3, start=False)
    with pytest.raises(Refused, match="is full: with 4 entries it would have 6 matches, and 5 are the most"):
        entries.add(contest=contest, bot=make_bot("ant"), by=organiser)


def test_a_retired_bot_is_said_to_be_retired(make_contest, make_bot, organiser):
    bot = make_bot("ant")
    bot.retired_at = timezone.now()
    bot.save()
    with pytest.raises(Refused, match="ada/ant is retired"):
        entries.add(contest=make_contest(start=False), bot=bot, by=organiser)


def test_a_closed_account_s_bots_enter_nothing(make_contest, make_bot, organiser, owner, client):
    contest = make_contest(start=False)
    bot = make_bot("ant")
    set_closed(user=owner, closed=True)
    bot.owner.refresh_from_db()
    with pytest.raises(Refused, match="the account of ada is closed"):
        entries.add(contest=contest, bot=bot, by=organiser)
    client.force_login(organiser)
    form = {"name": str(bot)}
    page = client.post(f"{contest.get_absolute_url()}enter/", form, follow=True).content.decode()
    assert "the account of ada is closed" in page
    set_closed(user=owner, closed=False)
    page = client.post(f"{contest.get_absolute_url()}enter/", form, follow=True).content.decode()
    assert f"{bot} is entered." in page
