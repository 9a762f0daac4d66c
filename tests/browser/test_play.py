"""People play in a real browser: with one click, by mouse, keyboard and touch, with and without JavaScript."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
LEGAL = "[data-part=felt] [data-legal]:not([data-trick]):not([data-spot])"


@pytest.fixture
def still(browser: Any) -> Iterator[Any]:
    """A page whose reader wants no motion, so moves of others are shown at once. It fails on errors of scripts."""
    yield from opened(browser, viewport={"width": 1280, "height": 800}, reduced_motion="reduce")


def opened(browser: Any, **options: Any) -> Iterator[Any]:
    context = browser.new_context(**options)
    page = context.new_page()
    page.set_default_timeout(20_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert not errors


def deal(page: Any, url: str, game: str, **choices: str) -> None:
    page.goto(f"{url}/play/")
    form = page.locator("form", has=page.locator(f"[data-deal={game}]"))
    for name, value in choices.items():
        if name == "preset":
            form.locator("select").select_option(value)
        else:
            form.locator(f"input[name={name}][value='{value}'] + span").click()
    form.locator("[data-deal]").click()
    page.wait_for_selector("[data-table=play][data-step]")


def play_out(page: Any, choose: Callable[[Any], None], most: int = 400) -> None:
    for _ in range(most):
        page.wait_for_selector(f"[data-table][data-result], {LEGAL}, [data-control=arrange]")
        if page.get_attribute("[data-table]", "data-result") is not None:
            return
        before = page.get_attribute("[data-table]", "data-step")
        arranging = page.locator("[data-control=arrange]")
        if arranging.count():
            arranging.click()
        else:
            choose(page)
        page.wait_for_selector(f"[data-table]:not([data-step='{before}'])")
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("saat-aath", "classic"),
        pytest.param("saat-aath", "plain-sevens", marks=pytest.mark.long),
        pytest.param("saat-aath", "winner-draws", marks=pytest.mark.long),
        pytest.param("saat-aath", "78", marks=pytest.mark.long),
        pytest.param("badam-satti", "standard", marks=pytest.mark.long),
        pytest.param("badam-satti", "quick", marks=pytest.mark.long),
        pytest.param("badam-satti", "take-a-card", marks=pytest.mark.long),
        pytest.param("badam-satti", "pictures-ten", marks=pytest.mark.long),
    ],
)
def test_a_game_is_played_to_its_end_by_mouse(still: Any, live_server: Any, game: str, preset: str) -> None:
    deal(still, live_server.url, game, preset=preset, level="easy")
    play_out(still, lambda page: page.locator(LEGAL).first.click())
    assert still.locator(".over h2").is_visible()
    still.reload()
    still.wait_for_selector("[data-table][data-result]")
    still.click("[data-control=replay]")
    still.wait_for_selector("[data-table=replay][data-step='0']")


@pytest.mark.parametrize("game", ["saat-aath", pytest.param("badam-satti", marks=pytest.mark.long)])
def test_a_game_is_played_to_its_end_by_keyboard(still: Any, live_server: Any, game: str) -> None:
    still.goto(f"{live_server.url}/play/")
    still.focus(f"[data-deal={game}]")
    still.keyboard.press("Enter")
    still.wait_for_selector("[data-table=play][data-step]")
    play_out(still, lambda page: page.keyboard.press("1"))
    still.focus("[data-control=turned]")
    still.keyboard.press("Enter")
    still.wait_for_selector("[data-table=play]:not([data-result])")


@pytest.mark.parametrize("game", ["badam-satti", pytest.param("saat-aath", marks=pytest.mark.long)])
def test_a_game_is_played_to_its_end_by_touch_on_a_phone(browser: Any, live_server: Any, game: str) -> None:
    size = {"width": 390, "height": 844}
    for page in opened(browser, viewport=size, has_touch=True, is_mobile=True, reduced_motion="reduce"):
        deal(page, live_server.url, game, preset="quick" if game == "badam-satti" else "classic")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        play_out(page, lambda page: page.locator(LEGAL).first.tap())


@pytest.mark.parametrize("game", ["saat-aath", pytest.param("badam-satti", marks=pytest.mark.long)])
def test_a_game_is_played_to_its_end_without_scripts(browser: Any, live_server: Any, game: str) -> None:
    for page in opened(browser, java_script_enabled=False):
        page.goto(f"{live_server.url}/play/")
        page.click(f"[data-deal={game}]")
        for _ in range(400):
            if page.locator(".plain[data-result]").count():
                break
            page.locator(".plain button[data-legal], .plain [data-control=arrange]").first.click()
        assert page.inner_text(".plain h2") == "The game is over"


def test_a_table_survives_a_reload_and_moves_to_another_device(still: Any, browser: Any, live_server: Any) -> None:
    deal(still, live_server.url, "saat-aath")
    still.locator(LEGAL).first.click()
    still.wait_for_selector(".token")
    still.wait_for_selector(LEGAL)
    step = still.get_attribute("[data-table]", "data-step")
    still.reload()
    still.wait_for_selector(f"[data-table][data-step='{step}']")
    still.click("summary")
    link = still.get_attribute("text=Your secret return link", "href")
    for other in opened(browser, reduced_motion="reduce"):
        other.goto(link)
        other.wait_for_selector(f"[data-table][data-step='{step}']")
        other.locator(LEGAL).first.click()
        other.wait_for_selector(f"[data-table]:not([data-step='{step}'])")
    still.locator(LEGAL).first.click(force=True)  # the page is older than the table: it shows what happened
    still.wait_for_selector(f"[data-table]:not([data-step='{step}'])")
    assert re.fullmatch(r".*/play/[a-z]+-[a-z]+-\d+/", still.url)


def sit_down(browser: Any, url: str) -> tuple[Any, Any]:
    context = browser.new_context(viewport={"width": 1000, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(30_000)
    page.goto(url)
    page.click("[data-control=join]")
    return context, page


@pytest.mark.long
def test_three_browsers_and_one_computer_finish_a_game(still: Any, browser: Any, start_web: Any) -> None:
    url = start_web("--workers=1").url
    still.goto(f"{url}/play/")
    form = still.locator("form", has=still.locator("[data-deal=badam-satti]"))
    form.locator("select").select_option("quick")
    form.locator("[name=friends]").click()
    still.wait_for_selector("[data-waiting]")
    others = [sit_down(browser, still.url) for _ in range(2)]
    still.reload()
    still.click("[data-control=start]")
    pages = [still, *(page for _, page in others)]
    for page in pages:
        page.wait_for_selector("[data-table=play][data-step]")
    for _ in range(120):
        if all(page.get_attribute("[data-table]", "data-result") is not None for page in pages):
            break
        for page in pages:
            if page.locator(LEGAL).count():
                before = page.get_attribute("[data-table]", "data-step")
                page.locator(LEGAL).first.click()
                page.wait_for_selector(f"[data-table]:not([data-step='{before}'])")
        still.wait_for_timeout(50)
    results = {page.get_attribute("[data-table]", "data-result") for page in pages}
    for context, _ in others:
        context.close()
    assert len(results) == 1
    assert results != {None}
