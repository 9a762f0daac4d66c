"""The main job as a person does it, in a browser, with a real worker: sign up, upload, start, watch, step, read."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
EXAMPLE = Path(__file__).resolve().parent.parent.parent / "examples" / "first_bot" / "bot.py"
PATIENCE = 90_000  # milliseconds: the machine may be busy


@pytest.fixture
def _house_bots(db: None) -> None:
    import_module("arena.submissions.services").sync_house_bots()  # the settings load after this file


@pytest.mark.usefixtures("worker", "_house_bots")
def test_from_signing_up_to_the_last_card_of_a_replay(page: Any, live_server: Any) -> None:
    page.set_default_timeout(PATIENCE)
    page.goto(live_server.url)

    page.click("text=Sign up")
    page.fill("[name=username]", "priya")
    for field in ("password1", "password2"):
        page.fill(f"[name={field}]", "seven-of-hearts-first")
    page.click("main button[type=submit]")
    page.wait_for_selector("header >> text=priya")

    page.goto(f"{live_server.url}/bots/new/")
    page.fill("[name=name]", "first")
    page.select_option("[name=game]", "saat-aath")
    page.click("text=Make the bot")
    page.set_input_files("[name=file]", EXAMPLE)
    page.click("text=Upload and check")
    page.wait_for_selector("#check .status.ready")

    page.goto(f"{live_server.url}/contests/new/")
    page.fill("[name=name]", "Monsoon cup")
    page.select_option("[name=rules]", "saat-aath/classic")
    page.fill("[name=boards]", "1")
    page.click("text=Make the tournament")
    for bot in ("priya/first", "builtin/saat-aath-easy", "builtin/saat-aath-random"):
        page.select_option("[name=bot]", label=bot)
        page.click("form.enter button")
        page.wait_for_selector(f'.entries [title="{bot}"]')
    page.get_by_role("link", name="Start", exact=True).click()
    page.click("main button[type=submit]:has-text('Start')")  # it asks before it starts
    page.wait_for_selector("#progress .status.finished")
    page.wait_for_selector("#progress >> text=3 of 3 matches played")

    page.reload()
    assert "first priya" in page.inner_text(".standings")
    page.click("table.matches tr:has-text('first') >> th a")
    page.wait_for_selector("#match .status.done")
    assert "first" in page.inner_text("#match")
    match = int(page.url.rstrip("/").rsplit("/", 1)[1])
    page.click("text=Watch the replay")
    step_every_game_to_its_end(page, match)

    page.goto(f"{live_server.url}/leaderboard/saat-aath/classic/")
    assert "first" in page.inner_text("main")


def step_every_game_to_its_end(page: Any, match: int) -> None:
    """Card by card by the button; at the end of a game the trick counts are those that are stored."""
    stored = import_module("arena.contests.models").Replay.objects.get(match_id=match)
    for number, game in enumerate(json.loads(bytes(stored.data))["games"]):
        if number:
            page.click(f".games-row button[data-game='{number}']")
        page.wait_for_selector(f".games-row button[data-game='{number}'][aria-current]")
        page.wait_for_selector("[data-table=replay][data-step='0']")
        last = len(game["deals"][0]["actions"]) + 2
        for _ in range(last):
            page.click("[data-control=forward]")
        assert page.get_attribute("[data-table=replay]", "data-step") == str(last)
        shown = [int(seat.get_attribute("data-tricks")) for seat in page.query_selector_all("[data-tricks]")]
        tricks = game["deals"][0]["tricks"]  # by seat; the first player sits at the bottom
        assert shown[::-1] == [tricks[(player + game["rotation"]) % 2] for player in range(2)]
