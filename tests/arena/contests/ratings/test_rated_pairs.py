"""Nobody's opponents can be picked: which pairs of a match are rated, and that this stays as it was decided."""

from collections import Counter

import pytest
from django.core.management import call_command

from arena.contests.common import consent
from arena.contests.ladders import ladders
from arena.contests.matches import adjudication
from arena.contests.models import Contest, HouseBoards, Rating, RatingChange, RatingEvent
from arena.contests.tasks import play_match
from arena.contests.tournaments import bundles, entries, lifecycle
from arena.submissions.services import change_bot
from tournaments import bundle
from tournaments.ratings import elo

pytestmark = pytest.mark.django_db


def by_bots(match):
    names = [str(player.bot) for player in match.players.order_by("number")]
    return {frozenset((names[first], names[second])) for first, second in match.pairs}


def verified(contest):
    return bundle.verify(b"".join(bundles.download(contest).streaming_content)) == []


def events(pool_of):
    return list(RatingChange.objects.filter(match__contest=pool_of).order_by("pk").values())


def test_two_owners_with_two_bots_each_are_named_apart(make_contest, making, owner, stranger):
    bots = [making.bot(name, by, game="badam-satti") for by in (owner, stranger) for name in ("a", "b")]
    match = make_contest(bots=bots, game="badam-satti", preset="quick").matches.get()
    assert len(match.pairs) == 4
    assert sorted(reason.split("/")[0] for reason in match.unrated.split("; ")) == ["ada", "sven"]


@pytest.fixture
def victim(making, stranger):
    return making.bot("strong", stranger, rated=False)


def test_a_bot_that_somebody_else_picked_is_not_rated(make_contest, making, play_all, organiser, victim, client):
    own, other = making.bot("mine", organiser, rated=False), making.bot("more", making.user("eve"))
    contest = make_contest(bots=[own, victim, other])
    play_all(contest)
    assert [by_bots(match) for match in contest.matches.filter(rated=True)] == [{frozenset(("olga/mine", "eve/more"))}]
    assert not Rating.objects.filter(bot=victim).exists()
    unrated = contest.matches.filter(rated=False).first()
    assert "sven/strong" in unrated.unrated
    page = client.get(unrated.get_absolute_url()).content.decode()
    assert "Unrated because the owner has not agreed to be rated here: sven/strong." in page
    told = client.get(f"/api/v1/matches/{unrated.pk}/").json()
    assert (told["rated"], told["rated_pairs"], told["unrated"]) == (False, [], unrated.unrated)
    assert "their owners have not agreed: sven/strong" in client.get(contest.get_absolute_url()).content.decode()
    listed = client.get(f"/api/v1/tournaments/{contest.pk}/entries/").json()
    assert [entry["consent"] for entry in listed] == ["owner", "", "setting"]
    assert verified(contest)


def test_an_owner_agrees_by_entering_or_by_the_bot_s_setting(make_contest, making, organiser, victim, stranger):
    how = {"start": False, "entry": "open", "bots": [making.bot("mine", organiser)]}
    entered, chosen = make_contest(**how), make_contest(**how)
    entries.add(contest=entered, bot=victim, by=stranger)
    entries.add(contest=chosen, bot=victim, by=organiser)
    assert [entry.bot for entry in consent.missing(chosen)] == [victim]
    assert making.begin(entered, organiser).matches.get().rated
    change_bot(bot=victim, accepts_rated=True)
    assert consent.missing(chosen) == []
    chosen = making.begin(chosen, organiser)
    change_bot(bot=victim, accepts_rated=False)
    assert chosen.matches.get().rated
    lifecycle.extend(contest=chosen, by=organiser, rounds=1)
    assert making.draw(chosen).matches.filter(rated=True).count() == 2  # as it was committed to


def test_an_operator_does_not_agree_for_others(make_contest, making, organiser, operator, victim):
    contest = make_contest(start=False, bots=[making.bot("mine", organiser)])
    entries.add(contest=contest, bot=victim, by=operator)
    assert not making.begin(contest, organiser).matches.get().rated


def test_two_bots_of_one_owner_leave_the_other_pairs_of_the_table_rated(make_contest, making, play_all, owner):
    how = {"game": "badam-satti"}
    bots = [making.bot("ant", owner, **how), making.bot("bee", owner, **how)]
    bots += [making.bot("bot", making.user(name), **how) for name in ("bob", "cyd")]
    contest = make_contest(bots=bots, game="badam-satti", preset="quick")
    play_all(contest)
    match = contest.matches.get()
    pairs = by_bots(match)
    assert len(pairs) == 5
    assert frozenset(("ada/ant", "ada/bee")) not in pairs
    assert "ada/ant and ada/bee have the same owner" in match.unrated or "ada/bee and ada/ant" in match.unrated
    assert sum(RatingChange.objects.values_list("change", flat=True)) == 0
    assert RatingChange.objects.count() == 4
    call_command("recompute_ratings", "--check")
    assert verified(contest)


def test_the_house_agrees_to_so_many_boards_a_day(make_contest, making, play_all, house, settings, organiser, client):
    settings.HOUSE_RATED_BOARDS = 5
    bots = [making.bot("mine", organiser), house["saat-aath-easy"], house["saat-aath-random"]]
    first = make_contest(bots=bots, boards=2)
    assert first.matches.filter(rated=True).count() == 3
    booked = dict(HouseBoards.objects.values_list("bot__name", "boards"))
    assert booked == {"mine": 4, "saat-aath-easy": 2, "saat-aath-random": 2}
    second = make_contest(bots=bots, boards=2)
    unrated = second.matches.filter(rated=False)
    assert {str(match.unrated) for match in unrated} == {
        "the house's bots agree to 5 rated boards per bot and day in such contests, and these were used up"
    }
    assert unrated.count() == 2  # the two of the house meet within their own limit
    settings.HOUSE_RATED_BOARDS = 500  # the contest keeps its number
    lifecycle.extend(contest=second, by=organiser, rounds=1)
    making.draw(second)
    assert second.matches.filter(rated=True).count() == 1
    for contest in (first, second):
        play_all(contest)
        assert verified(contest)
    HouseBoards.objects.update(day="2020-02-02")
    assert make_contest(bots=bots, boards=2).matches.filter(rated=True).count() == 3


def test_an_operator_enters_the_house_without_a_limit_and_ladders_have_none(make_contest, making, house, settings):
    settings.HOUSE_RATED_BOARDS, settings.LADDER_PAUSE_SECONDS = 0, 0
    boss = making.user("boss", is_staff=True)
    bots = [making.bot("mine", boss), house["saat-aath-easy"]]
    assert making.contest(boss, bots=bots).matches.get().rated
    making.bot("low", making.user("ann"), ladder=True)
    type(bots[1]).objects.filter(pk=bots[1].pk).update(on_ladder=True)
    ladders.open_ladders()
    ladder = Contest.objects.get(format="ladder", game="saat-aath", preset="classic")
    ladders.next_match(ladder=ladder)
    play_match(ladder.matches.get(number=1).pk)
    assert RatingChange.objects.filter(match__contest=ladder).count() == 2
    assert RatingEvent.objects.get(changes__match__contest=ladder, changes__bot__owner__username="ann").k == elo.K


def test_an_event_keeps_its_k_and_its_owners_whatever_changes_later(make_contest, play_all, organiser, monkeypatch):
    contest = make_contest(bots=4, boards=2)
    play_all(contest)
    before = events(contest)
    monkeypatch.setattr(elo, "K", 17)
    bot = contest.entries.first().bot
    bot.owner = contest.entries.last().bot.owner
    bot.name = "sold"
    bot.save()
    adjudication.void(match=contest.matches.first(), by=organiser, reason="odd")
    call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    assert events(contest)[: len(before)] == before
    event = RatingEvent.objects.first()
    assert (event.k, event.rule, event.pairs) == (32, "elo/2", [[0, 1]])
    assert bot.owner_id not in {owner for one, owner in event.players if one == bot.pk}
    fresh = make_contest(bots=2)
    play_all(fresh)
    assert set(RatingEvent.objects.filter(changes__match__contest=fresh).values_list("k", flat=True)) == {17}
    assert verified(contest)
    assert verified(fresh)


def test_events_from_before_are_folded_as_they_were(make_contest, play_all, organiser, monkeypatch):
    contest = make_contest(bots=3, boards=2)
    play_all(contest)
    adjudication.void(match=contest.matches.first(), by=organiser, reason="odd")
    RatingChange.objects.update(event=None)
    RatingEvent.objects.all().delete()
    contest.matches.update(pairs=None)
    before = events(contest)
    monkeypatch.setattr(elo, "K", 17)
    call_command("recompute_ratings", "--check")
    call_command("recompute_ratings")
    assert events(contest) == before


def test_a_contest_under_the_first_rule_keeps_it_to_its_end(make_contest, play_all, making, owner, monkeypatch):
    monkeypatch.setattr("tournaments.bundle.commitment.RATING_RULE", "elo/1")
    bots = [making.bot("ant", owner, rated=False), making.bot("bee", owner), making.bot("cat", making.user("cyd"))]
    contest = make_contest(bots=bots)
    play_all(contest)
    assert Counter(contest.matches.values_list("rated", flat=True)) == {True: 2, False: 1}
    assert set(RatingEvent.objects.values_list("rule", flat=True)) == {"elo/1"}
    assert verified(contest)
    RatingChange.objects.update(event=None)
    assert verified(contest)


def test_a_match_played_again_counts_as_the_first_did(make_contest, making, play_all, organiser, victim, operator):
    contest = make_contest(bots=[making.bot("mine", organiser), making.bot("more", making.user("eve")), victim])
    play_all(contest)
    Contest.objects.filter(pk=contest.pk).update(state="running", finished_at=None)
    pairs = {match.number: match.pairs for match in contest.matches.all()}
    contest.refresh_from_db()
    for number in (1, 2, 3):
        match = contest.matches.get(number=number)
        assert adjudication.rerun(match=match, by=operator).pairs == pairs[number]
