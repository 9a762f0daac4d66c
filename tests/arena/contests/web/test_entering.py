"""What the page of a contest offers to enter, to whom, and what it says where there is nothing."""

from typing import Any

import pytest

pytestmark = pytest.mark.django_db


@pytest.fixture
def look(client: Any, make_contest: Any) -> Any:
    """look(user, ...) -> the page of a contest that is open for entries, as that user sees it."""

    def open_it(user: Any, **how: Any) -> str:
        make_contest(**{"bots": 0, "start": False, "entry": "open"} | how)
        client.force_login(user)
        return str(client.get("/contests/spring-cup/").content.decode())

    return open_it


def test_owners_choose_among_their_own_ready_bots_of_the_game(
    look: Any, make_bot: Any, making: Any, owner: Any, stranger: Any, house: Any
) -> None:
    entered = make_bot("entered")
    retired = make_bot("retired")
    owner.bots.filter(pk=retired.pk).update(retired_at="2026-01-01T00:00Z")
    for name in ("bee", "ant"):
        make_bot(name)
    make_bot("other", by=stranger)
    make_bot("cards", game="badam-satti")
    owner.bots.create(name="raw", game="saat-aath")
    page = look(owner, bots=[entered])
    offered = [line.split(">")[1].split("<")[0] for line in page.split("\n") if "<option value" in line]
    assert [name for name in offered if "/" in name] == ["ada/ant", "ada/bee"]
    assert "another account" not in page


def test_an_organiser_has_the_house_bots_too_and_enters_any_other_by_its_name(
    look: Any, client: Any, make_bot: Any, organiser: Any, house: Any
) -> None:
    make_bot("mine", by=organiser)
    make_bot("ant")
    page = look(organiser)
    assert ">ada/ant<" not in page
    assert page.index(">olga/mine<") < page.index(">builtin/saat-aath-easy<")
    assert ">builtin/badam-satti-easy<" not in page
    answer = client.post("/contests/spring-cup/enter/", {"name": "ada/ant"}, follow=True).content.decode()
    assert "ada/ant is entered." in answer
    for wrong in ("ada/nobody", "ant", "/", "ada/ant/x"):
        answer = client.post("/contests/spring-cup/enter/", {"name": wrong}, follow=True).content.decode()
        assert f"There is no bot &quot;{wrong}&quot;. Name it by owner/name or by its id." in answer
    answer = client.post("/contests/spring-cup/enter/", {}, follow=True).content.decode()
    assert "Choose a bot." in answer


def test_nobody_enters_the_bot_of_another_by_its_name(look: Any, client: Any, make_bot: Any, stranger: Any) -> None:
    make_bot("ant")
    look(stranger)
    assert client.post("/contests/spring-cup/enter/", {"name": "ada/ant"}).status_code == 403


def test_without_a_bot_of_the_game_the_page_leads_to_making_one(look: Any, make_bot: Any, owner: Any) -> None:
    make_bot("cards", game="badam-satti")
    page = look(owner)
    assert "You have no bot of Saat-Aath (7-8) to enter." in page
    assert 'href="/bots/new/">Make a bot</a> and upload its file.' in page


def test_with_a_bot_that_is_not_ready_the_page_leads_to_uploading_its_file(look: Any, owner: Any) -> None:
    owner.bots.create(name="raw", game="saat-aath")
    page = look(owner)
    assert 'raw has no version that passed its check: <a href="/bots/ada/raw/">upload one</a>.' in page


def test_when_all_are_entered_the_page_says_so(look: Any, make_bot: Any, owner: Any) -> None:
    assert "Your ready bots of Saat-Aath (7-8) are all entered." in look(owner, bots=[make_bot("ant")])


def test_at_the_limit_the_page_says_how_many_and_what_can_be_done(look: Any, make_bot: Any, owner: Any) -> None:
    make_bot("bee")
    page = look(owner, bots=[make_bot("ant")], entries_per_account=1)
    assert "You have entered 1 bot, as many as an account may here. Remove one to enter another." in page
    assert 'name="bot"' not in page


def test_visitors_are_led_back_after_they_log_in_or_sign_up(client: Any, make_contest: Any) -> None:
    make_contest(bots=0, start=False, entry="open")
    page = client.get("/contests/spring-cup/").content.decode()
    assert "/accounts/login/?next=/contests/spring-cup/" in page
    assert "/accounts/signup/?next=/contests/spring-cup/" in page
