"""An owner deletes the account: what goes, what stays, and who may."""

import pytest
from allauth.account.models import EmailAddress
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from knox.models import AuthToken

from arena.accounts.models import User
from arena.accounts.services import make_token
from arena.contests.ladders import ladders
from arena.contests.models import Contest, MatchPlayer
from arena.contests.operations.account_deletion import delete_account
from arena.contests.tournaments import bundles, entries, lifecycle
from arena.errors import Refused
from arena.submissions.models import Bot, Version
from arena.submissions.services import create_bot, upload_version
from tests.arena.conftest import PASSWORD
from tournaments import bundle

pytestmark = pytest.mark.django_db
PAGE, API = "/accounts/delete/", "/api/v1/account/delete/"


@pytest.fixture
def ada(owner):
    owner.set_password(PASSWORD)
    owner.email = "ada@example.org"
    owner.save()
    EmailAddress.objects.create(user=owner, email=owner.email, primary=True)
    return owner


@pytest.fixture
def client(ada):
    client = Client()
    client.force_login(ada)
    return client


@pytest.fixture
def delete(client):
    """Returns the account as it is then."""

    def delete_it():
        pk = User.objects.get(username="ada").pk
        answer = client.post(PAGE, {"password": PASSWORD}, follow=True)
        assert "Your account is deleted." in answer.content.decode()
        return User.objects.get(pk=pk)

    return delete_it


def test_the_page_says_what_will_happen_and_asks_for_the_password(client, ada):
    assert PAGE in client.get("/accounts/").content.decode()
    assert "This cannot be undone" in client.get(PAGE).content.decode()
    for wrong in ("", "wrong"):
        answer = client.post(PAGE, {"password": wrong})
        assert answer.status_code == 400
    assert "password is wrong" in answer.content.decode()
    assert User.objects.get(pk=ada.pk).is_active


def test_guessing_the_password_is_stopped(client, ada):
    for _ in range(5):
        client.post(PAGE, {"password": "wrong"})
    refused = client.post(PAGE, {"password": PASSWORD})
    assert (refused.status_code, int(refused["Retry-After"]) > 0) == (429, True)
    assert User.objects.get(pk=ada.pk).username == "ada"


def test_nobody_deletes_anothers_account(stranger):
    assert Client().post(PAGE, {"password": PASSWORD}).status_code == 302
    assert Client().post(API, {"password": PASSWORD}).status_code == 401
    stranger.set_password("another one 7")
    stranger.save()
    other = Client()
    other.force_login(stranger)
    assert other.post(PAGE, {"password": PASSWORD}).status_code == 400


def test_name_address_password_sessions_and_tokens_are_gone(client, ada, delete):
    token, elsewhere = make_token(user=ada), Client()
    elsewhere.force_login(ada)
    gone = delete()
    assert (gone.username, gone.email, gone.is_active, gone.has_usable_password()) == (
        f"deleted-{gone.pk}",
        "",
        False,
        False,
    )
    assert not EmailAddress.objects.exists()
    assert not AuthToken.objects.exists()
    for left in (client, elsewhere):
        assert left.get("/accounts/").status_code == 302
    assert Client().get("/api/v1/bots/", headers={"Authorization": f"Token {token}"}).status_code == 401
    for name in ("ada", gone.username):
        new = Client()
        new.post("/accounts/login/", {"login": name, "password": PASSWORD})
        assert "_auth_user_id" not in new.session


def test_a_second_click_changes_nothing(ada):
    first = delete_account(user=ada)
    with pytest.raises(Refused, match=f"The account {first.username} is closed"):
        delete_account(user=ada)


def test_what_the_account_does_at_the_same_moment_is_refused(ada, make_bot, make_contest, organiser, making):
    """Each has read the account before it was deleted, and asks again under the lock."""
    bot, idle, contest = making.bot("ant", ada, builtin=""), make_bot("idle"), make_contest(start=False)
    make_contest(bots=[bot, make_bot("bee")], name="Played")
    delete_account(user=ada)
    late = (
        lambda: upload_version(bot=bot, data=b"class Bot: pass", filename="bot.py"),
        lambda: create_bot(owner=ada, name="new", game="saat-aath"),
        lambda: making.contest(ada, name="Own cup", start=False),
        lambda: make_token(user=ada),
        lambda: entries.add(contest=contest, bot=bot, by=organiser),
        lambda: entries.add(contest=contest, bot=idle, by=organiser),
    )
    for attempt in late:
        with pytest.raises(Refused, match=r"is closed|has been deleted"):
            attempt()


def test_it_is_not_opened_again(ada):
    gone = delete_account(user=ada)
    with pytest.raises(CommandError, match="was deleted by its owner"):
        call_command("close_account", gone.username, "--reopen")


def test_what_was_paused_goes_on(ada, making, play_all):
    contest = making.contest(ada)
    lifecycle.pause(contest=contest, by=ada)
    delete_account(user=ada)
    play_all(contest)
    contest.refresh_from_db()
    assert contest.state == "finished"


def test_what_its_bots_print_afterwards_is_not_kept(ada, delete, making, make_contest, stranger, play_all):
    chatty = [making.bot(name, by, builtin="") for name, by in (("ant", ada), ("bee", stranger))]
    code = b"print('words')\nclass Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"
    Version.objects.filter(bot__in=chatty).update(source=code, filename="bot.py", size=len(code))
    contest = make_contest(bots=chatty)
    delete()
    play_all(contest)
    logs = dict(MatchPlayer.objects.values_list("bot__name", "log"))
    assert "words" not in logs["ant"]
    assert "words" in logs["bee"]


def test_sources_are_not_read_to_be_deleted(ada, make_bot, making):
    bot = make_bot("ant")
    for _ in range(3):
        making.version(bot)
    with CaptureQueriesContext(connection) as queries:
        delete_account(user=ada)
    assert not [each["sql"] for each in queries if '"source"' in each["sql"].split("FROM")[0]]


def test_it_is_done_by_the_api_too(client, ada):
    token = {"Authorization": f"Token {make_token(user=ada)}"}
    api = Client()
    wrong = api.post(API, {"password": "wrong"}, headers=token)
    assert (wrong.status_code, wrong.json()["detail"]) == (400, "The username or the password is wrong.")
    assert api.post(API, {}, headers=token).status_code == 400
    assert api.post(API, {"password": PASSWORD}, headers=token).status_code == 204
    assert api.post(API, {"password": PASSWORD}, headers=token).status_code == 401


def test_uploads_that_took_part_in_nothing_are_deleted(ada, delete, make_bot, make_contest, stranger, play_all, making):
    bot = create_bot(owner=ada, name="idle", game="saat-aath")
    upload_version(bot=bot, data=b"class Bot: pass", filename="bot.py")
    played = make_bot("ant")
    making.version(played, status="failed")
    played.versions.update(log="printed", reason="why")
    play_all(make_contest(bots=[played, making.bot("bee", stranger)]))
    making.version(played)
    MatchPlayer.objects.update(log="printed")
    gone = delete()
    assert list(Bot.objects.filter(owner=gone).values_list("name", "on_ladder")) == [("ant", False)]
    assert list(Version.objects.filter(bot__owner=gone).values_list("number", "log", "reason")) == [(1, "", "")]
    assert dict(MatchPlayer.objects.values_list("bot__name", "log")) == {"ant": "", "bee": "printed"}
    assert Bot.objects.get(name="ant").retired_at


def test_what_was_played_stays_under_a_neutral_name(ada, delete, make_bot, make_contest, stranger, play_all, making):
    contest = make_contest(bots=[make_bot("ant"), making.bot("bee", stranger)])
    play_all(contest)
    gone = delete()
    name = f"{gone.username}/ant"
    visitor = Client()
    page = visitor.get(contest.get_absolute_url()).content.decode()
    assert name in page
    assert f"/bots/{name}/" in page
    assert visitor.get(f"/bots/{name}/").status_code == 200
    assert visitor.get("/bots/ada/ant/").status_code == 404
    assert {row["bot"] for row in visitor.get("/api/v1/ratings/").json()["results"]} == {name, "sven/bee"}
    call_command("recompute_ratings", "--check")
    contest.refresh_from_db()
    assert bundle.verify(b"".join(bundles.download(contest).streaming_content)) == []


def test_a_contest_under_way_plays_on(ada, delete, make_bot, make_contest, stranger, play_all, making):
    contest = make_contest(bots=[make_bot("ant"), making.bot("bee", stranger)])
    delete()
    play_all(contest)
    assert contest.state == "finished"
    assert contest.matches.get().state == "done"


def test_what_has_not_started_goes_on_without_the_account(ada, delete, make_bot, make_contest, making, stranger):
    others = make_contest(bots=[make_bot("ant"), making.bot("bee", stranger)], start=False)
    own = making.contest(ada, name="Own cup", start=False)
    gone = delete()
    own.refresh_from_db()
    assert (own.state, own.organiser) == ("cancelled", gone)
    assert own.audit.first().detail == "The account of its organiser was deleted."
    assert [entry.bot.name for entry in others.entries.all()] == ["bee"]
    assert others.audit.first().detail == f"{gone.username}/ant"
    assert not Bot.objects.filter(owner=gone).exists()


def test_a_ladder_goes_on_without_its_bots(ada, delete, making, settings):
    settings.LADDER_BOARDS, settings.LADDER_PAUSE_SECONDS = 1, 0
    for number in range(2):
        making.bot("climber", making.user(f"player{number}"), ladder=True)
    making.bot("climber", ada, ladder=True)
    ladders.open_ladders()
    ladder = Contest.objects.get(format="ladder", preset="classic")
    ladders.sync_entries(ladder=ladder)
    assert ladder.entries.count() == 3
    delete()
    assert ladders.next_match(ladder=ladder) == 1
    assert ladder.entries.count() == 2
    assert set(ladder.matches.get().players.values_list("bot__owner__username", flat=True)) == {"player0", "player1"}


def test_nobody_takes_the_name_of_a_deleted_account(ada, making):
    making.user(f"deleted-{ada.pk}")  # made before such names were reserved
    client = Client()
    client.force_login(ada)
    client.post(PAGE, {"password": PASSWORD})
    assert User.objects.get(pk=ada.pk).username == f"deleted-{ada.pk + 1}"
    for name, why in (
        ("deleted-999", "is reserved"),
        ("ada", "that of a deleted account"),
        ("Ada", "that of a deleted"),
    ):
        new = {"username": name, "email": "", "password1": PASSWORD, "password2": PASSWORD}
        assert why in Client().post("/accounts/signup/", new).content.decode()
