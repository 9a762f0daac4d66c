"""A broadcast in real browsers: everybody sees the same card at the same moment, from the middle on too."""

import functools
import json
import threading
import time
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
VECTORS = Path(__file__).resolve().parent.parent / "vectors"
SHOWN = """() => {
  window.shown = [];
  const root = document.querySelector("[data-table=broadcast]");
  const game = document.querySelector("[data-part=game]");
  const now = () => [Date.now() / 1000, Number(root.dataset.broadcast), root.dataset.step, game.textContent];
  root.addEventListener("table:step", () => window.shown.push(now()));
}"""


@pytest.fixture(autouse=True)
def _nothing_known() -> Iterator[None]:
    import_module("arena.broadcast.queries").forget()
    yield
    import_module("arena.broadcast.queries").forget()


@pytest.fixture
def on(db: None) -> Callable[..., Any]:
    """on(vector, seconds=20) -> a broadcast of that vector's match, begun so long ago."""
    making = import_module("tests.arena.contests.making")  # the settings load after this file
    services = import_module("arena.broadcast.services")
    models = import_module("arena.broadcast.models")
    functions = import_module("django.db.models.functions")
    delta = import_module("datetime").timedelta

    def begin(vector: str = "01-classic", seconds: float = 20, **how: Any) -> Any:
        contest = making.contest(making.user("olga"), **how)
        making.play_all(contest)
        match = contest.matches.get()
        match.replay.data = (VECTORS / f"{vector}.replay.json").read_bytes()
        match.replay.save()
        services.schedule()
        models.Broadcast.objects.update(starts_at=functions.Now() - delta(seconds=seconds))
        import_module("arena.broadcast.queries").forget()
        return models.Broadcast.objects.get()

    return begin


def watch(page: Any, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("[data-table=broadcast][data-step]")
    page.evaluate(SHOWN)


def test_two_browsers_show_the_same_card_at_the_same_moment(
    page: Any, browser: Any, live_server: Any, on: Callable[..., Any]
) -> None:
    on(seconds=14)
    compare(page, browser, f"{live_server.url}/watch/", 6)


@pytest.mark.long
def test_two_browsers_show_the_same_cards_for_a_whole_game(
    page: Any, browser: Any, live_server: Any, on: Callable[..., Any]
) -> None:
    broadcast = on(seconds=-2)
    show = import_module("arena.broadcast.shows").show
    document = json.loads((VECTORS / "01-classic.replay.json").read_text())
    steps = compare(page, browser, f"{live_server.url}/watch/", show(document, [0], 1.0).seconds + 3)
    assert len(steps) > 30
    assert broadcast.seconds > 60


def compare(page: Any, browser: Any, address: str, seconds: float) -> list[Any]:
    """Open a second browser a moment later, watch with both, and compare when each step came."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    try:
        other = context.new_page()
        watch(page, address)
        watch(other, address)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            page.wait_for_timeout(100)
        seen, also = ({tuple(step[1:]): step[0] for step in one.evaluate("window.shown")} for one in (page, other))
    finally:
        context.close()
    both = sorted(set(seen) & set(also), key=lambda step: seen[step])
    assert len(both) >= 2, "nothing came on view meanwhile"
    assert max(abs(seen[step] - also[step]) for step in both) < 0.5
    return both


def test_a_latecomer_sees_the_middle_of_the_game_and_may_look_back(
    page: Any, live_server: Any, on: Callable[..., Any]
) -> None:
    on(seconds=30)
    watch(page, f"{live_server.url}/watch/")
    step = int(page.get_attribute("[data-table]", "data-step"))
    assert step >= 10
    assert page.inner_text("[data-part=game]") == "Game 1 of 2"
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(3000)  # a card is played meanwhile
    assert int(page.get_attribute("[data-table]", "data-step")) == step - 1, "whoever looks back stays there"
    page.click("[data-control=last]")
    assert int(page.get_attribute("[data-table]", "data-step")) > step


def test_hidden_cards_are_backs_and_the_next_match_of_another_game_follows_by_itself(
    page: Any, live_server: Any, on: Callable[..., Any]
) -> None:
    first = on(seconds=20)
    watch(page, f"{live_server.url}/watch/")
    assert page.query_selector_all(".tray.held .card[data-card]") == []
    making = import_module("tests.arena.contests.making")
    contest = making.contest(
        making.user("olga"), name="Rows", bots=4, game="badam-satti", preset="quick", boards=1, format="tables"
    )
    making.play_all(contest)
    models = import_module("arena.broadcast.models")
    functions = import_module("django.db.models.functions")
    models.Broadcast.objects.update(starts_at=functions.Now() - import_module("datetime").timedelta(hours=1))
    import_module("arena.broadcast.services").schedule()
    assert models.Broadcast.objects.get(over=False).pk != first.pk
    page.wait_for_selector("[data-table].badam-satti.seats-4[data-step]", timeout=15_000)
    assert page.query_selector("[data-table].saat-aath") is None
    assert page.get_attribute("[data-table]", "data-step") == "0"
    assert page.query_selector_all(".fans .card[data-card]") == []


def test_an_arena_where_nothing_was_played_says_so(page: Any, live_server: Any) -> None:
    page.goto(f"{live_server.url}/watch/")
    page.wait_for_selector("text=Nothing has been played yet")


def test_the_stage_reveals_the_final_order_place_by_place(page: Any, live_server: Any) -> None:
    making = import_module("tests.arena.contests.making")
    contest = making.contest(making.user("olga"), bots=3, name="Monsoon cup")
    making.play_match(contest.matches.order_by("number")[0].pk)
    import_module("arena.broadcast.services").schedule()
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}/contests/{contest.slug}/stage/")
    page.wait_for_selector("[data-table=broadcast][data-step]", timeout=15_000)
    page.wait_for_selector("[data-part=top] li")
    boxes = [page.locator(part).bounding_box() for part in (".felt", ".leaders", ".ticker")]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 1920 for box in boxes)
    assert all(box["y"] + box["height"] <= 1080 for box in boxes)
    felt, leaders, ticker = boxes
    assert felt["height"] > 500
    strips = [strip.bounding_box() for strip in page.locator(".felt .strip").all()]
    assert all(strip["x"] + strip["width"] <= felt["x"] + felt["width"] for strip in strips)
    assert all(strip["width"] > 0.9 * felt["width"] for strip in strips)
    assert felt["x"] + felt["width"] <= leaders["x"]
    assert leaders["y"] + leaders["height"] <= ticker["y"]
    page.keyboard.press("r")
    assert page.is_hidden(".reveal"), "there is no final order yet"
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    making.play_all(contest)
    page.wait_for_selector("[data-part=ready]:visible", timeout=15_000)
    assert page.is_hidden("[data-part=top]"), "the last results would tell the order"
    page.keyboard.press("r")
    for shown in range(4):
        assert len(page.query_selector_all(".reveal li.on")) == shown
        assert len(page.query_selector_all(".reveal li b:not(:empty)")) == shown
        page.keyboard.press("r")
    page.keyboard.press("Escape")
    assert page.is_hidden(".reveal")
    assert len(page.query_selector_all("[data-part=top] li")) == 3


@pytest.fixture
def other_site(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """The folder and the address of another site: another port is another origin."""
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_embedded_replay_plays_in_a_frame_of_another_site(
    page: Any, live_server: Any, other_site: tuple[Path, str]
) -> None:
    making = import_module("tests.arena.contests.making")
    contest = making.contest(making.user("olga"))
    making.play_all(contest)
    address = f"{live_server.url}/embed/matches/{contest.matches.get().pk}/"
    folder, url = other_site
    (folder / "favicon.ico").touch()
    (folder / "page.html").write_text(f'<iframe src="{address}" width="640" height="480"></iframe>')
    page.goto(f"{url}/page.html")
    frame = page.frame_locator("iframe")
    frame.locator("[data-table=replay][data-step='1']").wait_for(timeout=15_000)
    frame.locator("[data-control=play]").click()
    frame.locator("[data-control=forward]").click()
    assert int(frame.locator("[data-table]").get_attribute("data-step")) >= 2
    felt = frame.locator(".felt").bounding_box()
    assert felt["height"] > 250
