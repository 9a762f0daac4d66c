"""What the pages of bots show, and how they lead on."""

from typing import Any

import pytest
from django.test import Client
from pytest_django.fixtures import DjangoAssertNumQueries

from arena.submissions import checks, services
from arena.submissions.models import Bot, Version
from tests.arena.submissions import making

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(cast: dict[str, Any]) -> Bot:
    return making.bot(cast["owner"])


def test_a_new_bot_leads_to_its_page_where_its_file_is_asked_for(visit: Any) -> None:
    page = visit("owner").post("/bots/new/", {"name": "seven", "game": "saat-aath"}, follow=True)
    assert page.redirect_chain == [("/bots/owner/seven/", 302)]
    assert b"Upload the first version" in page.content


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        ({"name": "Seven!", "game": "saat-aath"}, "1 to 40 characters"),
        ({"name": "seven", "game": "chess"}, "not a valid value"),
        ({"name": "taken", "game": "saat-aath"}, "already have a bot named taken"),
        ({}, "required"),
    ],
)
def test_what_is_wrong_with_a_new_bot_is_said_at_its_field(
    visit: Any, cast: dict[str, Any], data: dict[str, str], complaint: str
) -> None:
    making.bot(cast["owner"], "taken")
    page = visit("owner").post("/bots/new/", data)
    assert page.status_code == 400
    assert complaint in str(page.context["form"].errors)
    assert b'aria-invalid="true"' in page.content


def test_a_name_that_breaks_the_rule_is_answered_with_the_rule_once(visit: Any) -> None:
    page = visit("owner").post("/bots/new/", {"name": "Seven!", "game": "saat-aath"}).content.decode()
    assert page.count("1 to 40 characters") == 1
    assert page.index('class="errorlist"') < page.index("1 to 40 characters")


def test_an_upload_leads_to_the_page_of_its_check(visit: Any, bot: Bot) -> None:
    page = visit("owner").post("/bots/owner/seven/", {"file": making.upload("bot.py", making.GOOD)}, follow=True)
    assert page.redirect_chain == [("/bots/owner/seven/versions/1/", 302)]
    assert b'hx-trigger="every 2s"' in page.content


def test_an_upload_without_a_file_is_told_so(visit: Any, bot: Bot) -> None:
    page = visit("owner").post("/bots/owner/seven/", {})
    assert page.status_code == 400
    assert "required" in str(page.context["form"].errors)


def test_an_empty_file_gets_a_verdict_as_any_other(visit: Any, bot: Bot) -> None:
    page = visit("owner").post("/bots/owner/seven/", {"file": making.upload("bot.py", b"")}, follow=True)
    assert b"The file is empty." in page.content
    assert b"hx-trigger" not in page.content


def test_polling_is_answered_with_nothing_until_something_changes(visit: Any, bot: Bot) -> None:
    version, client = making.version(bot), visit("owner")
    address, htmx = version.get_absolute_url(), {"HTTP_HX_REQUEST": "true"}
    seen = {"seen": version.progress}
    assert client.get(address, seen, **htmx).status_code == 204
    taken = checks.claim(version_id=version.pk)
    assert taken
    part = client.get(address, seen, **htmx)
    assert part.status_code == 200
    assert b"being checked: starting" in part.content
    assert b"<html" not in part.content
    checks.settle(version=taken, ok=True, verdict="ready", reason="", log="hello from the bot")
    part = client.get(address, {"seen": taken.progress}, **htmx)
    assert b"hello from the bot" in part.content
    assert b"hx-trigger" not in part.content, "the polling ends"


def test_a_version_that_could_not_be_checked_says_whose_fault_it_is_and_can_be_sent_again(visit: Any, bot: Bot) -> None:
    version = making.version(bot)
    Version.objects.update(status="unchecked", verdict="host-failure", reason="SandboxMissing: no user namespaces")
    client = visit("owner")
    page = client.get(version.get_absolute_url())
    assert b"That is our fault" in page.content
    assert b"Check it again" in page.content
    client.post(f"{version.get_absolute_url()}check/")
    assert Version.objects.get().status == "waiting"


def test_what_a_bot_prints_is_shown_as_text(visit: Any, bot: Bot) -> None:
    version = making.version(bot)
    Version.objects.update(status="failed", reason="<script>alert(1)</script>", log="<img src=x onerror=alert(1)>")
    page = visit("owner").get(version.get_absolute_url()).content
    assert b"<script>alert" not in page
    assert b"<img src=x" not in page
    assert b"&lt;img src=x" in page


def test_settings_rename_retire_and_bring_back(visit: Any, bot: Bot) -> None:
    client = visit("owner")
    response = client.post("/bots/owner/seven/settings/", {"name": "eight", "retired": "on"})
    assert response.headers["Location"] == "/bots/owner/eight/"
    page = client.get("/bots/owner/eight/").content
    assert b"retired" in page
    assert b"Upload" not in page
    client.post("/bots/owner/eight/settings/", {"name": "eight", "on_ladder": "on"})
    assert Bot.objects.get().retired_at is None
    assert client.get("/bots/owner/seven/").status_code == 404


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"seven", "eight", "other"}),
        ("search=EIGH", {"eight"}),
        ("search=owner", {"seven", "eight"}),
        ("search=stranger/oth", {"other"}),
        ("search=owner+other", set()),
        ("game=badam-satti", {"eight"}),
        ("owner=stranger", {"other"}),
        ("retired=true", {"gone"}),
    ],
)
def test_bots_are_found_by_name_owner_and_game(
    client: Client, cast: dict[str, Any], bot: Bot, query: str, found: set[str]
) -> None:
    making.bot(cast["owner"], "eight", "badam-satti")
    making.bot(cast["stranger"], "other")
    services.change_bot(bot=making.bot(cast["owner"], "gone"), retired=True)
    assert {bot.name for bot in client.get(f"/bots/?{query}").context["page"]} == found


def test_a_list_without_bots_says_what_to_do(visit: Any) -> None:
    page = visit("owner").get("/bots/?owner=owner").content
    assert b"You have no bot yet" in page
    assert b'href="/bots/new/"' in page


def test_lists_come_in_pages_that_keep_the_filter(client: Client, cast: dict[str, Any]) -> None:
    for number in range(26):
        making.bot(cast["owner"], f"b{number}")
    page = client.get("/bots/?owner=owner&page=2")
    assert len(page.context["page"]) == 1
    assert b"?owner=owner&amp;page=1" in page.content


def test_a_longer_list_needs_no_more_queries(
    client: Client, cast: dict[str, Any], django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(20):
        making.version(making.bot(cast["owner"], f"b{number}"))
    with django_assert_num_queries(2):  # how many, and a page of them
        client.get("/bots/")
