"""Every step of every kind of game fits the window: nothing scrolls, nothing leaves it or lies over its neighbours."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.django_db(transaction=True)
VECTORS = Path(__file__).resolve().parent.parent / "vectors"
SIZES = [(1920, 1080), (1280, 800), (390, 844), (360, 640), (844, 390), (768, 1024)]
GAMES = [
    ("03-winner-draws", 2),
    ("15-three-take-ten", 3),
    ("13-take-a-card", 4),
    ("16-five-take-quick", 5),
    ("17-six-take-ten", 6),
]

CHECK = """() => {
  const faults = [];
  const inside = (box, outer, slack = 1) => box.left >= outer.left - slack && box.top >= outer.top - slack
    && box.right <= outer.right + slack && box.bottom <= outer.bottom + slack;
  const window_ = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const of = (element) => element.getBoundingClientRect();
  const name = ({ className, dataset }) => `${className} ${dataset.card ?? dataset.seat ?? dataset.control ?? ''}`;
  const felt = document.querySelector('[data-part=felt]');
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push('the page scrolls');
  for (const element of document.querySelectorAll('.controls [data-control], .timeline, .head, .say, .felt')) {
    const box = of(element);
    if (box.width && !inside(box, window_)) faults.push(`${name(element)} leaves the window`);
  }
  const over = felt.querySelector('.over');
  if (over && over.scrollHeight > over.clientHeight + 1) faults.push('the result card is cut off');
  const parts = '.strip, .card, .tray, .board, .seat, .slot, .mid, .trick, .fans, [data-seat], [data-spot], .bids';
  for (const element of felt.querySelectorAll(parts)) {
    if (!inside(of(element), of(felt))) faults.push(`${name(element)} leaves the felt`);
  }
  const blocks = [...felt.querySelectorAll('.strip, .tray, .trick, .fans, .board, .bids')];
  const solid = blocks.filter((one) => of(one).width);
  solid.forEach((one, at) => solid.slice(at + 1).forEach((other) => {
    const [a, b] = [of(one), of(other)];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 2 && down > 2 && !one.contains(other)) {
      faults.push(`${name(one)} is over ${name(other)} by ${across.toFixed()} x ${down.toFixed()}`);
    }
  }));
  return [...new Set(faults)];
}"""


@pytest.fixture
def replay(db: None, page: Any, live_server: Any) -> Callable[[str, int], Any]:
    """replay(vector, seats) opens the vector's replay."""
    making = import_module("tests.arena.contests.making")  # the settings load after this file

    def go(vector: str, seats: int) -> Any:
        many = {"game": "badam-satti", "preset": None, "options": {"players": seats, "rounds": 1}}
        how: dict[str, Any] = {"game": "saat-aath"} if seats == 2 else many
        contest = making.contest(making.user("olga"), bots=seats, boards=1, **how)
        making.play_all(contest)
        match = contest.matches.get()
        match.replay.data = (VECTORS / f"{vector}.replay.json").read_bytes()
        match.replay.save()
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{live_server.url}/matches/{match.pk}/replay/")
        page.wait_for_selector("[data-table=replay][data-step]")
        page.evaluate("document.fonts.ready")
        return page

    return go


def faults_at_every_step(page: Any, every: int = 1) -> list[str]:
    found: list[str] = []
    page.keyboard.press("Home")
    before = -1
    while (step := int(page.get_attribute("[data-table]", "data-step"))) != before:
        if step % every == 0 or page.query_selector("[data-result]"):
            found += [f"step {step}: {fault}" for fault in page.evaluate(CHECK)]
        before = step
        page.keyboard.press("ArrowRight")
    return found


@pytest.mark.parametrize(("vector", "seats"), GAMES)
def test_some_steps_of_every_game_fit_every_window(replay: Any, vector: str, seats: int) -> None:
    page = replay(vector, seats)
    last = int(page.locator(".moves [data-step]").last.get_attribute("data-step"))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for step in (1, 4, 12, last // 2, 10**5):
            page.evaluate(f"location.hash = '#game=1&step={step + 1}'")
            page.wait_for_timeout(30)
            assert page.evaluate(CHECK) == [], (width, height, step)


@pytest.mark.parametrize("vector", ["01-classic", "12-quick"])
def test_a_table_in_a_box_takes_frame_by_frame(page: Any, live_server: Any, settings: Any, vector: str) -> None:
    settings.ROOT_URLCONF = "tests.browser.demo.urls"
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{live_server.url}/demo/boxes/{vector}/")
    page.wait_for_selector("[data-table][data-step]")
    for step in range(1, 30):
        page.locator("h1").click()
        assert {one.get_attribute("data-step") for one in page.query_selector_all("[data-table]")} == {str(step)}
        faults = page.evaluate(
            """() => [...document.querySelectorAll('.table')].flatMap((table) => {
              const felt = table.querySelector('.felt').getBoundingClientRect();
              const box = table.parentElement.getBoundingClientRect();
              const out = [...table.querySelectorAll('.felt .card, .felt .strip, .felt .tray')].filter((one) => {
                const at = one.getBoundingClientRect();
                return at.left < felt.left || at.right > felt.right || at.top < felt.top || at.bottom > felt.bottom;
              });
              const low = table.getBoundingClientRect().bottom > box.bottom + 1 ? ['higher than its box'] : [];
              return [...out.map((one) => `${one.className} leaves the felt`), ...low];
            })"""
        )
        assert faults == [], step


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("vector", "seats"), GAMES)
def test_every_step_of_a_game_fits_a_window(replay: Any, vector: str, seats: int, size: tuple[int, int]) -> None:
    page = replay(vector, seats)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    assert faults_at_every_step(page) == []
