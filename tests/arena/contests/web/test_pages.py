"""Every page with the fixed cast; what a page shows to whom; and how many queries it takes."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from arena.contests.common import audit
from arena.contests.ladders import ladders
from arena.contests.matches import claims
from arena.contests.models import Contest, Heartbeat, Rating
from arena.contests.schedule import advance
from arena.contests.standings import snapshots
from arena.contests.standings.crosstable import Cell
from arena.contests.tournaments import lifecycle
from arena.contests.web import contests as views

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(organiser, owner, stranger, operator, client):
    """cast("owner") -> a client of theirs; "anonymous" too."""
    people = {"organiser": organiser, "owner": owner, "stranger": stranger, "operator": operator}

    def enter(who):
        made = client.__class__()
        if who in people:
            made.force_login(people[who])
        return made

    return enter


EVERYBODY = ("organiser", "owner", "stranger", "operator", "anonymous")


@pytest.fixture
def played(make_contest, make_bot, stranger, play_all):
    contest = make_contest(bots=[make_bot("ant"), make_bot("bee", by=stranger)], boards=2)
    play_all(contest)
    snapshots.compute(contest_id=contest.pk)
    return contest


@pytest.mark.parametrize("who", EVERYBODY)
def test_what_everybody_may_read(cast, played, who):
    match = played.matches.get().pk
    player = played.matches.get().players.first()
    pages = [
        "/", "/contests/", "/contests/?kind=ladder&state=running&page=1", "/contests/?state=",
        f"/contests/{played.pk}/",
        *(f"/contests/spring-cup/{part}" for part in ("", "progress/", "standings/", "matches/", "audit/", "bundle/")),
        "/contests/spring-cup/matches/?state=done&bot=ada/ant&cursor=after_0",
        "/leaderboard/saat-aath/classic/", "/leaderboard/badam-satti/quick/", f"/matches/{match}/",
        f"/matches/{match}/replay/", f"/matches/{match}/replay/text/?game=3", f"/matches/{match}/replay/download/",
        "/bots/ada/ant/", f"/ratings/{Rating.objects.get(bot=player.bot).pool_id}/{player.bot_id}/",
    ]  # fmt: skip
    for page in pages:
        assert cast(who).get(page).status_code == 200, page


@pytest.mark.parametrize(
    ("page", "status"),
    [
        ("/contests/none/", 404),
        ("/contests/spring-cup/explode/", 404),
        ("/leaderboard/chess/blitz/", 404),
        ("/leaderboard/saat-aath/none/", 404),
        ("/matches/99999999999999999999999/", 404),
        ("/matches/0/replay/", 404),
        ("/ratings/1/99999999999999999999999/", 404),
        ("/contests/spring-cup/entries/ada/none/remove/", 404),
        ("/contests/?kind=ladder&state=running&page=7", 404),
        ("/contests/?page=x", 400),
        ("/contests/?page=\u0661", 400),
        ("/contests/?state=nonsense", 400),
        ("/contests/?organiser=nobody", 400),
        ("/contests/?game=saat-aath&preset=quick", 400),
        ("/contests/?sate=running", 400),
        ("/contests/?state=running&state=draft", 400),
        ("/contests/spring-cup/?page=2", 400),
        ("/contests/spring-cup/matches/?page=2", 400),
        ("/contests/spring-cup/matches/?state=don", 400),
        ("/contests/spring-cup/matches/?bot=builtin/none", 400),
        ("/contests/spring-cup/matches/?cursor=after_x", 400),
        ("/matches/MATCH/?game=1", 400),
        ("/matches/MATCH/replay/text/?game=99", 404),
        ("/matches/MATCH/replay/text/?game=x", 400),
        ("/leaderboard/saat-aath/classc/", 404),
        ("/bots/?game=saat-ath", 400),
        ("/bots/?ready=maybe", 400),
        ("/?utm=1", 400),
    ],
)
def test_what_is_not_there(cast, played, page, status):
    page = page.replace("MATCH", str(played.matches.get().pk))
    assert cast("operator").get(page).status_code == status


def test_the_closest_name_is_suggested(cast, played):
    for page, meant in (
        ("/contests/?sate=x", "state"), ("/contests/?state=runing", "running"), ("/bots/?game=saat-ath", "saat-aath"),
        ("/leaderboard/saat-aath/classc/", "classic"),
    ):  # fmt: skip
        assert f"Did you mean &quot;{meant}&quot;?" in cast("anonymous").get(page).content.decode(), page


@pytest.mark.parametrize(
    ("path", "may"),
    [
        ("/contests/new/", ("organiser", "owner", "stranger", "operator")),
        ("/status/", ("operator",)),
        ("/contests/draft/start/", ("organiser", "operator")),
        ("/contests/draft/cancel/", ("organiser", "operator")),
        ("/contests/draft/collusion/", ("organiser", "operator")),
        ("/contests/draft/entries/ada/cat/remove/", EVERYBODY[:-1]),
        ("/matches/MATCH/void/", ("organiser", "operator")),
        ("/matches/MATCH/rerun/", ("organiser", "operator")),
    ],
)
@pytest.mark.parametrize("who", EVERYBODY)
def test_what_only_some_may_open(cast, played, make_contest, make_bot, who, path, may):
    make_contest(name="Draft", bots=[make_bot("cat")], start=False)
    answer = cast(who).get(path.replace("MATCH", str(played.matches.get().pk)))
    if who == "anonymous":
        assert answer.status_code == 302
        assert "/accounts/login/" in answer["Location"]
    else:
        assert answer.status_code == (200 if who in may else 403)


@pytest.mark.parametrize(
    ("who", "status"), [("owner", 200), ("operator", 200), ("stranger", 403), ("anonymous", 403), ("organiser", 403)]
)
def test_what_a_bot_printed_is_for_its_owner_and_operators(cast, played, who, status):
    match = played.matches.get()
    number = match.players.get(bot__name="ant").number
    assert cast(who).get(f"/matches/{match.pk}/log/{number + 1}/").status_code == status


def test_the_list_begins_with_what_one_can_enter_or_watch_now(cast, make_contest, make_bot, organiser, owner):
    over = make_contest(name="Was", bots=0, start=False, entry="open")
    lifecycle.cancel(contest=over, by=organiser)
    for name in ("ant", "bee"):
        make_bot(name, ladder=True)
    ladders.open_ladders()
    make_contest(name="Plays")
    make_contest(name="Takes", bots=0, start=False, entry="open")
    make_contest(name="Plans", bots=0, start=False)
    rows = cast("anonymous").get("/contests/").context["page"]
    listed = [(row.interest.split(",")[0], row.kind) for row in rows]
    number = sum(kind == "ladder" for _, kind in listed)
    assert number > 1
    assert listed == [
        ("Open for entries", "tournament"), ("Under way", "tournament"), *[("Ladders", "ladder")] * number,
        ("Not open yet", "tournament"), ("Over", "tournament"),
    ]  # fmt: skip
    games = {row.game for row in cast("anonymous").get("/contests/?game=badam-satti").context["page"]}
    assert games == set(), "both bots play Saat-Aath"


def test_filters_that_are_not_shown_stay_when_others_are_chosen(cast, make_contest):
    make_contest(name="Plays")
    page = cast("anonymous").get("/contests/?organiser=olga&state=running").content.decode()
    assert '<input type="hidden" name="organiser" value="olga">' in page
    assert '<option value="running" selected>' in page
    assert "Plays" in page
    page = cast("anonymous").get("/bots/?owner=player0&search=bot").content.decode()
    assert '<input type="hidden" name="owner" value="player0">' in page
    assert 'value="bot"' in page


def test_a_tournament_on_the_pages_from_making_to_start(cast, house, organiser):
    mine = cast("organiser")
    form = {
        "name": "Page cup", "rules": "saat-aath/classic", "saat-aath-deals": 2, "format": "", "rounds": 1, "boards": 1,
        "action_seconds": 1, "memory_mb": 256, "entry": "private", "entries_per_account": 3,
    }  # fmt: skip
    assert mine.post("/contests/new/", form)["Location"] == "/contests/page-cup/"
    contest = Contest.objects.get(slug="page-cup")
    assert (contest.options["deals"], contest.preset) == (2, "")
    for name in ("saat-aath-random", "saat-aath-easy"):
        answer = mine.post("/contests/page-cup/enter/", {"bot": house[name].pk}, follow=True)
        assert f"builtin/{name} is entered." in answer.content.decode()
    assert "This is written to the audit log" in mine.get("/contests/page-cup/start/").content.decode()
    answer = mine.post("/contests/page-cup/start/", follow=True).content.decode()
    assert "Page cup: started." in answer
    assert "Its matches are being drawn" in answer
    advance.advance(contest_id=contest.pk)
    assert contest.matches.count() == 1
    again = mine.post("/contests/page-cup/start/", follow=True).content.decode()
    assert "it has been started already" in again


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rules": "chess/blitz"}, "not a valid value"),
        ({"format": "swiss", "rules": "badam-satti/quick"}, "Swiss is for two seats"),
        ({"boards": "999999"}, "less than or equal"),
        ({"action_seconds": "nan"}, "number"),
        ({"name": ""}, "required"),
        ({"opens_at": "2030-01-02T00:00", "closes_at": "2030-01-01T00:00"}, "close after they open"),
    ],
)
def test_what_the_form_refuses_it_says_at_the_input(cast, change, says):
    form = {
        "name": "Cup", "rules": "saat-aath/classic", "rounds": 1, "boards": 1, "action_seconds": 1, "memory_mb": 256,
        "entry": "open", "entries_per_account": 3,
    }  # fmt: skip
    answer = cast("organiser").post("/contests/new/", form | change)
    assert answer.status_code == 400
    assert says in answer.content.decode()


def test_an_invitation_link_lets_owners_enter(cast, make_contest, make_bot):
    contest = make_contest(bots=0, start=False, entry="link")
    bot, theirs = make_bot("ant"), cast("owner")
    assert "by invitation" in theirs.get("/contests/spring-cup/").content.decode()
    page = theirs.get(f"/contests/spring-cup/?invite={contest.invite_token}").content.decode()
    assert "ada/ant" in page
    assert theirs.post("/contests/spring-cup/enter/", {"bot": bot.pk, "invite": "wrong"}).status_code == 403
    theirs.post("/contests/spring-cup/enter/", {"bot": bot.pk, "invite": contest.invite_token})
    assert contest.entries.get().bot == bot
    assert theirs.post("/contests/spring-cup/enter/", {"bot": "nonsense", "invite": "é"}).status_code == 302


def test_the_page_asks_again_until_the_contest_is_over_and_says_when_nobody_plays(cast, make_contest, play_all):
    contest = make_contest(bots=3)
    page = cast("anonymous").get("/contests/spring-cup/").content.decode()
    assert 'hx-get="/contests/spring-cup/progress/?seen=running"' in page
    assert "No worker is running" in page
    Heartbeat.objects.create(name="sweep", at=timezone.now())
    assert "No worker is running" not in cast("anonymous").get("/contests/spring-cup/progress/").content.decode()
    Heartbeat.objects.update(at=timezone.now() - timedelta(hours=1))
    claims.claim(match_id=contest.matches.first().pk)
    part = cast("anonymous").get("/contests/spring-cup/progress/").content.decode()
    assert "No worker is running" not in part
    assert "1 on the tables" in part
    claims.free_lost()
    contest.matches.filter(state="running").update(state="waiting", claim=None, lease_until=None)
    play_all(contest)
    ended = cast("anonymous").get("/contests/spring-cup/progress/?seen=running")
    assert ended["HX-Refresh"] == "true"
    assert "hx-get" not in ended.content.decode()
    assert "HX-Refresh" not in cast("anonymous").get("/contests/spring-cup/progress/?seen=finished")


def test_an_order_that_is_not_settled_is_said_to_be_so(cast, played):
    assert "The order is not settled" in cast("anonymous").get("/contests/spring-cup/").content.decode()


def test_the_rating_chart_marks_new_versions(cast, make_contest, play_all, making, stranger, make_bot):
    bots = [make_bot("ant"), make_bot("bee", by=stranger)]
    play_all(make_contest(bots=bots))
    making.version(bots[0])
    play_all(make_contest(bots=bots))
    rating = bots[0].ratings.get()
    data = cast("anonymous").get(f"/ratings/{rating.pool_id}/{bots[0].pk}/").json()
    assert [x for x, _ in data["series"][0]["points"]] == [1, 2]
    assert data["marks"] == [{"x": 2, "label": "version 2"}]


PAGES = [
    "/", "/contests/", "/leaderboard/saat-aath/classic/", "/bots/player0/saat-aath-bot/", "/status/",
    *(f"/contests/spring-cup/{part}" for part in ("", "progress/", "matches/", "collusion/")),
    *(f"/api/v1/{part}/" for part in ("tournaments", "matches", "ratings", "tournaments/ID/standings")),
]  # fmt: skip


def test_queries_do_not_grow_with_the_number_of_matches(cast, make_contest, play_all):
    def count(contest):
        snapshots.compute(contest_id=contest.pk)
        seen = {}
        for page in PAGES:
            client = cast("operator")
            with CaptureQueriesContext(connection) as queries:
                assert client.get(page.replace("ID", str(contest.pk))).status_code == 200, page
            seen[page] = len(queries)
        return seen

    contest = make_contest(bots=3)
    play_all(contest)
    few = count(contest)
    Contest.objects.filter(pk=contest.pk).update(slug="small")
    contest = make_contest(bots=8, rounds=2)
    play_all(contest)
    many = count(contest)
    assert {page: many[page] for page in PAGES if many[page] > few[page] + 1} == {}


def test_a_match_of_a_contest_that_is_over_offers_no_second_play(cast, played):
    page = cast("organiser").get(f"/matches/{played.matches.get().pk}/").content.decode()
    assert "Declare void" in page
    assert "Play again" not in page


@pytest.mark.parametrize(("low", "high", "cut"), [(31, 100, True), (0, 100, True), (79, 97, False)])
def test_an_interval_is_shown_by_its_ends_where_half_of_it_would_leave_0_to_100(low, high, cut):
    assert Cell(88, low, high, boards=4, settled=low > 50).cut is cut


def test_matches_of_a_contest_are_found_by_bot_and_state(cast, make_contest):
    make_contest(bots=3)
    address = "/contests/spring-cup/matches/"
    visitor = cast("anonymous")
    bot = "player1/saat-aath-bot"
    for query, found in (("", 3), (f"?bot={bot}", 2), (f"?bot={bot}&state=waiting", 2), (f"?bot={bot}&state=done", 0)):
        assert len(visitor.get(address + query).context["page"]) == found, query
    assert "No matches match your filters." in visitor.get(f"{address}?state=done").content.decode()
    page = visitor.get(f"{address}?bot={bot}&state=waiting").content.decode()
    assert f'<option value="{bot}" selected>{bot}</option>' in page
    again = "/contests/spring-cup/matches/?state=waiting&amp;bot=player1%2Fsaat-aath-bot&amp;cursor="
    assert f'hx-get="{again}"' in page, "it asks for the same again"


def test_matches_that_come_meanwhile_shift_nothing(cast, make_contest, monkeypatch):
    contest = make_contest(bots=3, rounds=9)
    visitor, seen = cast("anonymous"), []
    address = "/contests/spring-cup/matches/"
    while address:
        page = visitor.get(address).context["page"]
        seen += [match.number for match in page]
        address = f"/contests/spring-cup/matches/?cursor={page.next}" if page.next else ""
    assert seen == list(range(1, contest.matches.count() + 1))
    back = visitor.get(f"/contests/spring-cup/matches/?cursor={page.previous}").context["page"]
    assert ([match.number for match in back], back.previous) == (seen[:25], "")


def test_a_bot_that_has_not_played_is_shown_where_it_could(cast, make_bot):
    make_bot("ant")
    page = cast("anonymous").get("/bots/ada/ant/").content.decode()
    assert 'played no match yet. <a href="/contests/?state=open&amp;game=saat-aath">' in page


def test_long_standings_come_in_pages(cast, make_contest, monkeypatch):
    monkeypatch.setattr(views, "STANDINGS_ON_A_PAGE", 3)
    make_contest(bots=5)
    first = cast("anonymous").get("/contests/spring-cup/")
    assert len(first.context["rows"]) == 3
    assert '"/contests/spring-cup/standings/?page=2" hx-get' in first.content.decode()
    second = cast("anonymous").get("/contests/spring-cup/standings/?page=2")
    assert len(second.context["rows"]) == 2
    assert "<html" in second.content.decode()
    part = cast("anonymous").get("/contests/spring-cup/standings/?page=2", headers={"hx-request": "true"})
    assert "<html" not in part.content.decode()
    assert 'hx-get="/contests/spring-cup/standings/?page=2"' in part.content.decode(), "it asks for its own page again"


def test_a_long_audit_log_has_a_page_of_its_own(cast, make_contest, organiser):
    contest = make_contest(bots=3)  # each entry is written down
    assert 'href="/contests/spring-cup/audit/"' not in cast("anonymous").get("/contests/spring-cup/").content.decode()
    for number in range(60):
        audit.record(contest=contest, by=organiser, action="pause", detail=f"detail {number}")
    page = cast("anonymous").get("/contests/spring-cup/")
    assert len(page.context["audit"]) == 10
    assert ">All 65 entries</a>" in page.content.decode()
    assert "detail 59" in cast("anonymous").get("/contests/spring-cup/audit/").content.decode()
    following = cast("anonymous").get("/contests/spring-cup/audit/").context["page"].next
    last = cast("anonymous").get(f"/contests/spring-cup/audit/?cursor={following}").content.decode()
    assert "create" in last
    assert "detail 59" not in last


def test_what_is_asked_before_something_is_done_is_a_question_in_words(cast, played, make_contest):
    make_contest(name="Draft", bots=0, start=False, entry="link", opens_at=timezone.now() + timedelta(days=1))
    pages = {
        "/contests/draft/open/": "Open the entries of Draft?",
        "/contests/draft/start/": "Start Draft?",
        f"/matches/{played.matches.get().pk}/void/": "Declare match 1 of Spring cup void?",
        f"/matches/{played.matches.get().pk}/rerun/": "Play match 1 of Spring cup again?",
    }
    for page, question in pages.items():
        assert f"<h1>{question}</h1>" in cast("operator").get(page).content.decode()


def test_who_may_not_do_something_is_told_who_may(cast, played):
    page = cast("stranger").get("/contests/spring-cup/cancel/")
    assert page.status_code == 403
    assert "Only the organiser of Spring cup may do that." in page.content.decode()


def test_own_bots_are_marked_in_tables(cast, played):
    for page in ("/contests/spring-cup/", "/leaderboard/saat-aath/classic/"):
        assert cast("stranger").get(page).content.decode().count('class="own"') == 1
        assert 'class="own"' not in cast("anonymous").get(page).content.decode()


def test_the_part_of_the_site_one_is_in_is_marked(cast, played):
    page = cast("anonymous").get("/contests/spring-cup/").content.decode()
    assert '<a href="/contests/" aria-current="true">Contests</a>' in page
    assert page.count('aria-current="true"') == 1


def test_a_home_page_without_contests_says_what_to_do(cast):
    assert "Nothing has been played yet." in cast("anonymous").get("/").content.decode()
    assert 'href="/contests/new/">Make the first tournament</a>' in cast("owner").get("/").content.decode()


def test_the_home_page_shows_the_best_of_each_game_at_the_rules_most_played(cast, played, make_contest, play_all):
    play_all(make_contest(preset="plain-sevens", bots=3, name="Plain cup"))
    best = Rating.objects.filter(pool__preset="plain-sevens").order_by("-value", "bot_id").first().bot
    page = cast("anonymous").get("/").content.decode()
    assert "Leaders at Saat-Aath (7-8)" in page
    assert "Rules: plain-sevens" in page
    assert "Rules: classic" not in page
    assert page.index("Rules: plain-sevens") < page.rindex(str(best))


def test_a_filter_that_nothing_fits_yet_keeps_looking(client, make_contest):
    page = client.get(f"{make_contest().get_absolute_url()}matches/?state=running").content.decode()
    assert "No matches match your filters" in page
    assert 'id="match-rows" hx-get=' in page


def test_only_the_section_that_one_is_in_is_marked(client, make_contest):
    make_contest(name="bots")
    for address, marked in (("/contests/bots/", "Contests"), ("/docs/", "Docs"), ("/api/v1/docs/", None), ("/", None)):
        nav = client.get(address).content.decode().partition("</nav>")[0]
        assert nav.count("aria-current") == (marked is not None)
        assert marked is None or f'aria-current="true">{marked}<' in nav
