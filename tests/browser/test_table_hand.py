"""Somebody sits at the table: by mouse, by keyboard, by touch, with the real engine behind it (tests/browser/demo)."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
Sit = Callable[..., Any]
DRAWS = {"winner_draws": True, "deals": 3}


@pytest.fixture
def sit(page: Any, live_server: Any, settings: Any) -> Sit:
    """sit("saat-aath", options={...}, seat=0) opens a new game."""
    settings.ROOT_URLCONF = "tests.browser.demo.urls"

    def go(game: str, on: Any = page, **query: Any) -> Any:
        if "options" in query:
            query["options"] = json.dumps(query["options"])
        on.set_default_timeout(10_000)
        on.goto(f"{live_server.url}/demo/{game}/?{urlencode(query)}")
        on.wait_for_selector("[data-table=play][data-step]")
        return on

    return go


def over(page: Any) -> bool:
    return page.get_attribute("[data-table]", "data-result") is not None


def legal(page: Any) -> Any:
    return page.locator("[data-part=felt] [data-legal]:not([data-trick]):not([data-spot])")


def play_out(page: Any, choose: Callable[[Any], None], most: int = 400) -> None:
    for _ in range(most):
        if over(page):
            return
        before = page.get_attribute("[data-table]", "data-step")
        choose(page)
        page.wait_for_selector(f"[data-table]:not([data-step='{before}'])")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("game", "options", "seat"),
    [
        pytest.param("saat-aath", {}, 1, marks=pytest.mark.long),
        pytest.param("saat-aath", DRAWS, 0, marks=pytest.mark.long),
        ("badam-satti", {"rounds": 1, "take_a_card": True, "players": 3}, 1),
    ],
)
def test_a_game_is_played_to_its_end_by_mouse(sit: Sit, game: str, options: dict[str, Any], seat: int) -> None:
    page = sit(game, options=options, seat=seat)
    play_out(page, lambda page: legal(page).first.click())
    assert page.locator(".over h2").is_visible()


def test_a_game_is_played_to_its_end_by_keyboard(sit: Sit) -> None:
    page = sit("saat-aath", seat=1)
    play_out(page, lambda page: page.keyboard.press("1"))


def test_enter_plays_the_focused_card_and_arrows_lead_to_the_next(sit: Sit) -> None:
    page = sit("badam-satti", seat=0, options={"rounds": 1})
    page.focus("[data-part=felt] [data-legal]")
    cards = page.locator(".below button").count()
    assert cards == 13
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('[data-part=felt] button')")
    page.locator(".below [data-legal]").first.focus()
    before = page.get_attribute("[data-table]", "data-step")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"[data-table]:not([data-step='{before}'])")


def test_a_game_is_played_by_touch_on_a_phone(browser: Any, sit: Sit) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = sit("badam-satti", on=context.new_page(), seat=2, options={"rounds": 1})
    width = page.locator(".below .card").first.bounding_box()["width"]
    assert width >= 44
    play_out(page, lambda page: legal(page).first.tap())
    context.close()


def test_seventeen_cards_can_be_tapped_on_a_small_phone(page: Any, sit: Sit) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    sit("badam-satti", seat=0, options={"players": 3})
    cards = [card.bounding_box() for card in page.query_selector_all(".below .card")]
    assert len(cards) == 17
    assert min(min(box["width"], box["height"]) for box in cards) >= 44
    assert max(box["y"] + box["height"] for box in cards) < 640


def test_a_ringed_spot_plays_its_card(sit: Sit) -> None:
    page = sit("badam-satti", seat=0, options={"rounds": 1})
    spot = page.locator("button[data-spot]").first
    card = spot.get_attribute("data-spot")
    assert page.locator(f".below [data-card='{card}'][data-legal]").count() == 1
    spot.click()
    page.wait_for_selector(f".board .card[data-card='{card}']")


def test_a_card_that_may_not_be_played_says_why(sit: Sit) -> None:
    page = sit("saat-aath", seat=1)
    page.click("[data-action=H]")
    for _ in range(14):
        page.wait_for_selector("[data-legal]")
        if page.locator(".card.no").count():
            break
        before = page.get_attribute("[data-table]", "data-step")
        legal(page).first.click()
        page.wait_for_function("before => document.querySelector('[data-table]').dataset.step !== before", arg=before)
    step = page.get_attribute("[data-table]", "data-step")
    page.locator(".card.no").first.click(force=True)  # it is disabled for screen readers, and explains itself
    assert page.inner_text(".say .line").endswith("must wait")
    assert "must follow" in page.inner_text("[data-part=spoken]")
    assert page.get_attribute("[data-table]", "data-step") == step


def test_trumps_are_called_with_four_named_buttons(sit: Sit) -> None:
    page = sit("saat-aath", seat=1)
    assert page.locator(".bid b").all_inner_texts() == ["Hukum", "Badam", "Itta", "Chidi"]
    assert "Call trumps" in page.inner_text("[data-part=spoken]")
    page.click("[data-control=call-S]")
    page.wait_for_selector(".token.S")


def test_the_turn_is_announced_with_what_may_be_played(sit: Sit) -> None:
    page = sit("badam-satti", seat=0, options={"rounds": 1})
    told = page.inner_text("[data-part=spoken]")
    assert told.startswith("Your turn:")
    assert "You may play" in told
    assert " of " in told


def to_arranging(page: Any) -> None:
    """Play until the hand is to be laid down; the person loses a deal sooner or later."""
    for _ in range(200):
        assert not over(page)
        if page.locator("[data-control=arrange]").count():
            return
        before = page.get_attribute("[data-table]", "data-step")
        legal(page).last.click()
        page.wait_for_selector(f"[data-table]:not([data-step='{before}'])")


def test_a_hand_is_arranged_with_arrows_and_by_dragging(sit: Sit) -> None:
    page = sit("saat-aath", seat=0, options={"winner_draws": True, "deals": 30})
    to_arranging(page)
    order = "[...document.querySelectorAll('.own .held [data-move]')].map(card => card.dataset.move)"
    first = page.evaluate(order)
    page.focus(f"[data-move='{first[0]}']")
    page.keyboard.press("ArrowRight")
    moved = page.evaluate(order)
    assert moved == [first[1], first[0], *first[2:]]
    assert page.evaluate("document.activeElement.dataset.move") == first[0]
    start, end = (page.locator(f"[data-move='{card}']").bounding_box() for card in (moved[4], moved[0]))
    page.mouse.move(start["x"] + 10, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 10, end["y"] + 20, steps=12)
    page.mouse.up()
    dragged = page.evaluate(order)
    assert dragged == [moved[4], *moved[:4]]
    assert page.get_attribute("[data-control=arrange]", "data-action") == "arrange " + " ".join(dragged)
    before = page.get_attribute("[data-table]", "data-step")
    page.click("[data-control=arrange]")
    page.wait_for_selector(f"[data-table]:not([data-step='{before}'])")


def test_right_to_left_the_table_is_mirrored_and_indices_are_not(sit: Sit) -> None:
    page = sit("saat-aath", seat=1, lang="fa")
    page.click("[data-action=H]")
    page.wait_for_selector("[data-legal]")
    laid, held = (page.locator(f".own .{tray}").bounding_box()["x"] for tray in ("laid", "held"))
    assert laid > held
    card, index = (page.locator(one).first.bounding_box()["x"] for one in (".own .card.ok", ".own .card.ok .ix"))
    assert index - card < 15
