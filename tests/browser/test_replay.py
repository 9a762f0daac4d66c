"""The replay page in a real browser: every way of stepping, what is shown at the end, and readers of all kinds."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
VECTORS = Path(__file__).resolve().parent.parent / "vectors"
Opened = Callable[..., dict[str, Any]]
Played = Callable[..., Any]


@pytest.fixture
def played(db: None) -> Played:
    """played(game=..., bots=..., boards=...): a match, played; with `vector`, its replay is that vector's."""
    making = import_module("tests.arena.contests.making")  # the settings load after this file

    def make(vector: str = "", **how: Any) -> Any:
        contest = making.contest(making.user("olga"), **how)
        making.play_all(contest)
        match = contest.matches.get()
        if vector:
            match.replay.data = (VECTORS / f"{vector}.replay.json").read_bytes()
            match.replay.save()
        return match

    return make


@pytest.fixture
def opened(page: Any, live_server: Any) -> Opened:
    """opened(match, "#game=1") shows the page in the browser and gives the stored replay."""

    def go(match: Any, fragment: str = "") -> dict[str, Any]:
        page.goto("about:blank")
        page.goto(f"{live_server.url}/matches/{match.pk}/replay/{fragment}")
        page.wait_for_selector("#replay[data-step]")
        document: dict[str, Any] = json.loads(bytes(match.replay.data))
        return document

    return go


def step(page: Any) -> int:
    return int(page.get_attribute("#replay", "data-step"))


def tricks(page: Any) -> list[int]:
    """The counts that the table shows, in the players' order: the first player sits at the bottom."""
    shown = [int(seat.get_attribute("data-tricks")) for seat in page.query_selector_all("[data-tricks]")]
    return shown[::-1]


def test_stepping_to_the_end_shows_the_stored_tricks(page: Any, opened: Opened, played: Played) -> None:
    replay = opened(played(boards=1))
    for number, game in enumerate(replay["games"]):
        actions = game["deals"][0]["actions"]
        for _ in range(len(actions) + 2):  # the deal's end and the result come after the last action
            page.keyboard.press("ArrowRight")
        assert step(page) == len(actions) + 2
        assert "game" in page.inner_text("[data-part=say]")
        by_seat = game["deals"][0]["tricks"]
        assert tricks(page) == [by_seat[(player + game["rotation"]) % 2] for player in range(2)]
        assert page.query_selector_all(".table .hand .card, .table .stacks .card") == []
        page.keyboard.press("Shift+ArrowRight")
        if number == 0:
            page.wait_for_selector("[data-game='1'][aria-current]")
            assert step(page) == 0


def test_every_control_moves_and_the_address_remembers(page: Any, opened: Opened, played: Played) -> None:
    match = played(boards=1)
    opened(match, "#game=2&step=6")
    assert step(page) == 5
    assert page.get_attribute("[data-game='1']", "aria-current") == "true"
    last = int(page.get_attribute("input[type=range]", "max"))
    for does, ends in (("last", last), ("back", last - 1), ("first", 0), ("forward", 1)):
        page.click(f"[data-do={does}]")
        assert step(page) == ends
    for key, ends in (("End", last), ("ArrowLeft", last - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert step(page) == ends
    page.fill("input[type=range]", "7")
    assert step(page) == 7
    page.click("[data-part=moves] button[data-step='3']")
    assert step(page) == 3
    assert page.get_attribute("button[data-step='3']", "aria-current") == "step"
    assert page.url.endswith("#game=2&step=4")
    page.reload()
    page.wait_for_selector("#replay[data-step='3']")
    page.select_option("[name=speed]", "4")
    page.evaluate("document.activeElement.blur()")  # a button would take the key for itself
    page.keyboard.press(" ")
    while step(page) < 5:  # a busy machine may skip over any one step
        page.wait_for_timeout(50)
    page.keyboard.press(" ")
    assert page.get_attribute("[data-do=play]", "aria-label") == "Play"


def test_the_list_of_moves_is_one_tab_stop_and_the_arrows_lead_through_it(
    page: Any, opened: Opened, played: Played
) -> None:
    opened(played(boards=1), "#game=1&step=4")
    moves = page.locator("[data-part=moves]")
    assert moves.locator("button[data-step]").count() > 10
    assert moves.locator("[tabindex='0']").count() == 1
    page.focus("[data-part=games] button[data-game='1']")
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.step"
    assert page.evaluate(focused) == "3"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    last = int(page.get_attribute("input[type=range]", "max"))
    for key, ends in (
        ("ArrowDown", 4),
        ("ArrowRight", 5),
        ("ArrowUp", 4),
        ("End", last),
        ("ArrowDown", last),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert (step(page), page.evaluate(focused)) == (ends, str(ends)), key
    page.keyboard.press("Tab")
    assert not page.evaluate("document.querySelector('[data-part=moves]').contains(document.activeElement)")
    page.click("[data-do=forward]")  # focus stays where it is, when it was not in the list
    assert page.evaluate("document.activeElement.dataset.do") == "forward"


def test_a_seats_perspective_hides_what_it_could_not_see(page: Any, opened: Opened, played: Played) -> None:
    opened(played(boards=1), "#game=1&step=2")
    assert page.query_selector_all(".back") == []
    page.select_option("[data-part=perspective]", "1")
    page.wait_for_selector(".back")
    assert len(page.query_selector_all(".back")) == 5 + 10  # the other hand, and the closed cards of both
    assert "view=2" in page.url
    page.focus("[data-part=moves] button[tabindex='0']")
    page.keyboard.press("v")
    page.wait_for_selector(".back", state="detached")
    assert "view" not in page.url


def test_four_seats_end_with_the_stored_points(page: Any, opened: Opened, played: Played) -> None:
    replay = opened(played(game="badam-satti", preset="quick", bots=4, boards=1))
    page.keyboard.press("End")
    game = replay["games"][0]
    shown = [int(seat.get_attribute("data-points")) for seat in page.query_selector_all("[data-points]")]
    assert shown == game["deals"][0]["scores"]  # in rotation 0 a player's number is the seat's
    assert len(page.query_selector_all(".seat")) == 4
    laid = sum(action != "pass" for _, action in game["deals"][0]["actions"])
    assert len(page.query_selector_all(".row .card")) == laid
    assert len(page.query_selector_all(".seat .hand .card")) == 52 - laid


def test_faults_stand_at_their_seats(page: Any, opened: Opened, played: Played) -> None:
    match = played(vector="21-stand-ins", game="badam-satti", preset="quick", bots=4, boards=1)
    opened(match)
    assert page.query_selector_all(".panel .fault") == []
    page.keyboard.press("End")
    assert sorted(fault.inner_text() for fault in page.query_selector_all(".panel .fault")) == [
        "⚠ crash", "⚠ malformed", "⚠ memory",
    ]  # fmt: skip


def test_a_step_is_announced_in_words(page: Any, opened: Opened, played: Played) -> None:
    opened(played(vector="01-classic", boards=1), "#game=1&step=3")
    assert page.get_attribute("[data-part=spoken]", "aria-live") == "polite"
    assert " of " in page.inner_text("[data-part=spoken]")
    assert not set("♣♦♥♠") & set(page.inner_text("[data-part=spoken]"))


def test_the_solver_answers_when_it_is_asked(page: Any, opened: Opened, played: Played) -> None:
    opened(played(vector="01-classic", boards=1), "#game=1&step=13")
    assert page.is_hidden("[data-part=values]")
    page.click("[data-part=worth]")
    page.wait_for_selector("[data-part=values] :is(.right, .wrong)", timeout=60_000)
    assert "With all cards known" in page.inner_text("[data-part=values]")
    assert page.query_selector_all(".table .worth.best")


@pytest.mark.parametrize(
    ("game", "preset", "bots"), [("saat-aath", "classic", 2), ("badam-satti", "quick", 4), ("badam-satti", "quick", 6)]
)
def test_a_phone_shows_it_all_without_scrolling_sideways(
    page: Any, opened: Opened, played: Played, game: str, preset: str, bots: int
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    more = {"options": {"players": bots}} if game == "badam-satti" else {}
    opened(played(game=game, preset=preset, bots=bots, boards=1, **more), "#game=1&step=21")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    edges = page.eval_on_selector_all(".table .card", "cards => cards.map(card => card.getBoundingClientRect().right)")
    assert max(edges) <= 390
    assert page.is_visible("[data-do=forward]")
    box = page.query_selector("[data-do=forward]").bounding_box()
    assert box["width"] >= 38
    assert box["height"] >= 38


def test_cards_stand_still_for_readers_who_ask_for_it(page: Any, opened: Opened, played: Played) -> None:
    opened(played(boards=1), "#game=1&step=5")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") > 0
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") == 0


def test_without_scripts_there_is_every_action_in_words(browser: Any, live_server: Any, played: Played) -> None:
    match = played(boards=1)
    replay = json.loads(bytes(match.replay.data))
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{live_server.url}/matches/{match.pk}/replay/")
    page.click("noscript a")
    page.click("text=Game 2")
    lines = [line.inner_text() for line in page.query_selector_all("main ol li")]
    deal = replay["games"][1]["deals"][0]
    assert len(lines) == len(deal["actions"]) + 3
    assert "calls" in lines[1]
    assert "game" in lines[-1]
    context.close()
