"""The REST API with the fixed cast: what each may read and do, and that nothing a person can send is a 500."""

import json

import pytest
from rest_framework.test import APIClient

import games.replay
from arena.contests.common import audit
from arena.contests.ladders import ladders
from arena.contests.models import Contest
from arena.contests.schedule import advance
from arena.contests.standings import crosstable, snapshots
from tournaments import seeds

pytestmark = pytest.mark.django_db
T = "/api/v1/tournaments/"


@pytest.fixture
def api():
    """api(user) -> a client of theirs; api() of nobody."""

    def client(user=None):
        made = APIClient(raise_request_exception=True)
        if user:
            made.force_authenticate(user)
        return made

    return client


@pytest.fixture
def played(make_contest, play_all):
    contest = make_contest(bots=3, boards=1)
    play_all(contest)
    return contest


def test_a_tournament_from_first_to_last_request(api, organiser, house, play_all, stranger):
    mine, nobody = api(organiser), api()
    bots = ["builtin/saat-aath-random", str(house["saat-aath-easy"].pk)]
    made = mine.post(T, {"name": "Cup", "game": "saat-aath", "preset": "classic", "boards": 1, "bots": bots})
    assert made.status_code == 201, made.content
    address = f"{T}{made.json()['id']}/"
    assert (made.json()["entries"], made.json()["state"], made.json()["secret"]) == (2, "draft", "")
    assert nobody.post(f"{address}start/").status_code == 401
    assert api(stranger).post(f"{address}start/").status_code == 403
    started = mine.post(f"{address}start/").json()
    assert (started["state"], started["drawing"], started["matches"]["waiting"]) == ("drawing", True, 0)
    advance.advance(contest_id=started["id"])
    started = nobody.get(address).json()
    assert (started["state"], started["drawing"], started["matches"]["waiting"]) == ("running", False, 1)
    assert mine.post(f"{address}start/").json()["detail"] == "Cup is running: it has been started already."
    match = nobody.get("/api/v1/matches/", {"tournament": made.json()["id"]}).json()["results"][0]
    assert (match["seed"], match["replay"], match["state"]) == (None, None, "waiting")
    play_all(Contest.objects.get(pk=made.json()["id"]))
    ended = nobody.get(address).json()
    assert (ended["state"], ended["matches"]["done"]) == ("finished", 1)
    assert seeds.is_secret(ended["secret"], committed=True)
    assert sum(row["points"] for row in nobody.get(f"{address}standings/").json()) == 1
    assert {row["bot"] for row in nobody.get("/api/v1/ratings/", {"game": "saat-aath"}).json()["results"]} == {
        "builtin/saat-aath-random",
        "builtin/saat-aath-easy",
    }


def test_the_replay_is_what_its_seed_and_actions_make(api, played):
    for match in api().get("/api/v1/matches/", {"tournament": played.pk}).json()["results"]:
        served = api().get(match["replay"]).content
        assert games.replay.regenerate(games.replay.read(served).doc) == served


def test_frames_and_values_of_a_game(api, played):
    address = f"/api/v1/matches/{played.matches.first().pk}/"
    frames = api().get(f"{address}frames/", {"game": 1, "view": 0}).json()
    assert frames[-1]["places"]
    assert api().get(f"{address}frames/", {"game": 99}).status_code == 404
    assert api().get(f"{address}frames/", {"game": "x"}).status_code == 400
    assert api().get(f"{address}values/", {"game": 0, "deal": 0}).json() == {"pending": True}
    assert api().get(f"{address}values/", {"game": 0, "deal": 7}).status_code == 404


def test_a_log_is_public_and_what_a_bot_printed_is_not(api, played, stranger, operator):
    player = played.matches.first().players.first()
    player.log = "my plans"
    player.save()
    address = f"/api/v1/matches/{player.match_id}/log/"
    public = api().get(address)
    assert public["Content-Type"].startswith("text/plain")
    assert "match scores" in public.content.decode()
    assert "my plans" not in public.content.decode()
    for user, status in ((None, 401), (stranger, 403), (player.bot.owner, 200), (operator, 200)):
        answer = api(user).get(address, {"player": 0})
        assert answer.status_code == status
        assert ("my plans" in answer.content.decode()) == (status == 200)
    assert api(operator).get(address, {"player": 3}).status_code == 404
    assert api().get("/api/v1/matches/", {"tournament": played.pk}).content.count(b"my plans") == 0


def test_owners_enter_and_leave_by_the_api(api, make_contest, make_bot, owner, stranger):
    contest = make_contest(bots=0, start=False, entry="link")
    bot, address = make_bot("ant"), f"{T}{contest.pk}/entries/"
    assert api(owner).post(address, {"bot": str(bot)}).status_code == 403
    entered = api(owner).post(address, {"bot": str(bot), "invite": contest.invite_token})
    assert entered.json()["bot"] == "ada/ant"
    assert len(api().get(address).json()) == 1
    assert api(stranger).delete(f"{address}{bot.pk}/").status_code == 403
    assert api(owner).delete(f"{address}{bot.pk}/").status_code == 204
    assert api(owner).delete(f"{address}999999/").status_code == 404


def test_the_invitation_is_shown_to_the_organiser_alone(api, make_contest, organiser, stranger):
    address = f"{T}{make_contest(start=False, entry='link').pk}/"
    assert "?invite=" in api(organiser).get(address).json()["invite_url"]
    assert api(stranger).get(address).json()["invite_url"] is None
    assert api().get(address).json()["invite_url"] is None


def test_managing_by_the_api(api, make_contest, organiser):
    contest = make_contest(bots=3)
    mine, address = api(organiser), f"{T}{contest.pk}/"
    assert mine.post(f"{address}pause/").json()["state"] == "paused"
    assert mine.post(f"{address}extend/", {"rounds": 1}).json()["drawing"] is True
    advance.advance(contest_id=contest.pk)
    assert mine.get(address).json()["matches"]["waiting"] == 6
    assert mine.post(f"{address}extend/", {"rounds": 0}).status_code == 400
    assert mine.post(f"{address}resume/").json()["state"] == "running"
    match = f"/api/v1/matches/{contest.matches.first().pk}/"
    assert mine.post(f"{match}void/", {"reason": "x"}).json()["void_reason"] == "Declared void by the organiser: x"
    assert mine.post(f"{match}rerun/").status_code == 201
    assert mine.post(f"{address}cancel/", {"reason": "rain"}).json()["state"] == "cancelled"
    actions = [entry["action"] for entry in mine.get(f"{address}audit/").json()["results"]]
    assert actions[:6] == ["cancel", "re-run", "void", "resume", "extend", "pause"]
    assert mine.get(f"{address}bundle/")["Content-Type"] == "application/zip"
    assert mine.get(f"{address}statistics/").json() == {}


def test_a_long_audit_log_comes_in_pages(api, make_contest, django_assert_max_num_queries):
    contest = make_contest(start=False)
    for number in range(120):
        audit.record(contest=contest, by=contest.organiser if number % 2 else None, action="note", detail=str(number))
    address = f"{T}{contest.pk}/audit/"
    with django_assert_max_num_queries(3):
        first = api().get(address).json()
    assert (len(first["results"]), first["results"][0]["detail"], first["previous"]) == (50, "119", None)
    audit.record(contest=contest, by=None, action="note", detail="while somebody reads")
    last = api().get(api().get(first["next"]).json()["next"]).json()
    assert (last["next"], len(last["results"]), last["results"][-1]["action"]) == (None, 23, "create")
    assert len(api().get(address, {"page_size": 100}).json()["results"]) == 100


def test_a_cross_table_is_sent_whole_or_row_by_row(api, played, monkeypatch):
    snapshots.compute(contest_id=played.pk)
    address = f"{T}{played.pk}/statistics/"
    pairs = {f"{one}-{other}" for one in range(3) for other in range(3) if one != other}
    assert set(api().get(address).json()["cells"]) == pairs
    monkeypatch.setattr(crosstable, "LARGEST", 2)
    told = api().get(address).json()
    assert (told["cells"], len(told["fit"])) == (None, 3)
    assert set(api().get(address, {"entry": 1}).json()["cells"]) == {"1-0", "1-2"}
    assert api().get(address, {"entry": 77}).json()["cells"] == {}
    assert api().get(address, {"entry": "x"}).status_code == 400


def test_a_ladder_is_read_like_a_tournament_and_closed_by_operators(api, making, operator, stranger):
    for n in range(2):
        making.bot("b", making.user(f"player{n}"), ladder=True)
    ladders.step()
    found = api().get(T, {"kind": "ladder", "preset": "classic"}).json()["results"]
    assert [(row["organiser"], row["format"]) for row in found] == [(None, "ladder")]
    address = f"{T}{found[0]['id']}/"
    assert api(stranger).post(f"{address}close/").status_code == 403
    assert api(operator).post(f"{address}extend/", {"rounds": 1}).status_code == 400
    assert seeds.is_secret(api(operator).post(f"{address}close/").json()["secret"], committed=True)


def test_how_a_rating_came_about(api, played):
    rating = api().get("/api/v1/ratings/").json()["results"][0]
    changes = api().get(f"/api/v1/ratings/{rating['id']}/changes/").json()["results"]
    assert changes[0]["new"] == rating["rating"]
    assert changes[-1]["old"] == 1500


NASTY = ["", None, 0, -1, 10**40, 1e999, True, [], {}, [[]], "\x00", "\ud800", "x" * 5000, "../..", "NaN", {"a": {}}]


@pytest.mark.parametrize("value", NASTY, ids=range(len(NASTY)))
def test_nothing_that_can_be_sent_breaks_the_server(api, organiser, make_contest, value):
    mine, contest = api(organiser), make_contest(start=False)
    good = {"name": "Cup", "game": "saat-aath", "preset": "classic"}
    fields = ("name", "game", "preset", "options", "format", "rounds", "boards", "action_seconds", "memory_mb", "entry")
    for field in (*fields, "entries_per_account", "opens_at", "closes_at", "starts_at", "bots"):
        body = json.dumps(good | {field: value})
        answer = mine.post(T, body.encode("utf-8", "surrogatepass"), content_type="application/json")
        assert answer.status_code in (201, 400), (field, answer.content)
        Contest.objects.exclude(pk=contest.pk).delete()
    bodies = [
        ("entries/", {"bot": value}),
        ("cancel/", {"reason": value}),
        ("extend/", {"rounds": value}),
        ("start/", value),
    ]
    for path, body in bodies:
        encoded = json.dumps(body).encode("utf-8", "surrogatepass")
        answer = mine.post(f"{T}{contest.pk}/{path}", encoded, content_type="application/json")
        assert answer.status_code < 500, (path, answer.content)
    if isinstance(value, str | int):
        text = str(value).encode("utf-8", "replace").decode()
        for path in ("tournaments", "matches", "ratings"):
            for name in ("tournament", "bot", "state", "page", "page_size", "game", "organiser", "round", "kind"):
                assert api().get(f"/api/v1/{path}/", {name: text}).status_code in (200, 400, 404)


@pytest.mark.parametrize("path", ["tournaments", "matches", "ratings"])
@pytest.mark.parametrize("pk", ["0", "999999999999999999", "9" * 30, "x", "-1"])
def test_what_is_not_there_is_a_404(api, path, pk):
    assert api().get(f"/api/v1/{path}/{pk}/").status_code == 404
