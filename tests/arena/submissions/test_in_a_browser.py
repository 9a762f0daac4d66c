"""A person signs up, uploads a bot and watches its check, in a real browser with a real worker."""

from typing import Any

import pytest

from tests.arena.submissions import making

pytestmark = pytest.mark.django_db(transaction=True)


def sign_up(page: Any, address: str) -> None:
    page.goto(f"{address}/accounts/signup/")
    page.get_by_label("Username").fill("meera")
    page.get_by_label("Password", exact=True).fill("correct horse 9")
    page.get_by_label("Password (again)").fill("correct horse 9")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{address}/")


def upload(page: Any, source: bytes) -> None:
    page.get_by_label("Bot file").set_input_files({"name": "bot.py", "mimeType": "text/x-python", "buffer": source})
    page.get_by_role("button", name="Upload and check").click()


def test_from_sign_up_to_a_version_that_is_ready(page: Any, live_server: Any, worker: Any) -> None:
    sign_up(page, live_server.url)
    page.goto(f"{live_server.url}/bots/")
    page.get_by_role("link", name="New bot").click()
    page.get_by_label("Name").fill("seven-first")
    page.get_by_label("Game").select_option("saat-aath")
    page.get_by_role("button", name="Make the bot").click()

    upload(page, making.BAD["crash"])
    page.get_by_text("It did not pass its check: crash").wait_for()  # without a reload
    assert "KeyError" in page.get_by_text("thinking").inner_text()

    page.get_by_role("link", name="upload it as a new version").click()
    upload(page, making.GOOD)
    page.get_by_text("It passed its check and can play.").wait_for()
    page.get_by_role("link", name="meera/seven-first").click()
    assert page.get_by_text("Version 2 plays.").is_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_the_screen(page: Any, live_server: Any, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    sign_up(page, live_server.url)
    addresses = ("/", "/bots/", "/bots/new/", "/accounts/", "/accounts/password/", "/docs/", "/api/v1/docs/")
    for address in (*addresses, "/docs/rules/", "/docs/writing-a-bot/", "/docs/api/", "/docs/sandbox-limits/"):
        page.goto(live_server.url + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_the_keyboard_reaches_the_content_at_once(page: Any, live_server: Any) -> None:
    page.goto(live_server.url)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_api_s_page_works_under_the_content_security_policy(page: Any, live_server: Any) -> None:
    page.goto(f"{live_server.url}/api/v1/docs/")
    page.get_by_text("/api/v1/bots/", exact=True).first.wait_for()  # the fixture fails on any error in the console
