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
        page.wait_for_selector("[data-table=replay][data-step]")
        document: dict[str, Any] = json.loads(bytes(match.replay.data))
        return document

    return go


def step(page: Any) -> int:
    return int(page.get_attribute("[data-table]", "data-step"))


def last(page: Any) -> int:
    """Go to the end and back: the number of the last step."""
    page.keyboard.press("End")
    number = step(page)
    page.keyboard.press("Home")
    return number


def tricks(page: Any) -> list[int]:
    """The counts that the table shows, in the players' order: the first player sits at the bottom."""
    shown = [int(seat.get_attribute("data-tricks")) for seat in page.query_selector_all("[data-tricks]")]
    return shown[::-1]


def test_stepping_to_the_end_shows_the_stored_tricks(page: Any, opened: Opened, played: Played) -> None:
    replay = opened(played(boards=1))
    for number, game in enumerate(replay["games"]):
        actions = game["deals"][0]["actions"]
        assert page.query_selector("[data-result]") is None
        for _ in range(len(actions) + 2):  # the deal's end and the result come after the last action
            page.keyboard.press("ArrowRight")
        assert step(page) == len(actions) + 2
        winners = page.get_attribute("[data-table]", "data-result").split()
        assert [int(seat) for seat in winners] == [
            (player + game["rotation"]) % 2 for player, place in enumerate(game["places"]) if place == 1
        ]
        by_seat = game["deals"][0]["tricks"]
        assert tricks(page) == [by_seat[(player + game["rotation"]) % 2] for player in range(2)]
        assert page.query_selector_all(".tray .card") == []
        if number == 0:
            page.click("[data-control=next-game]")
            page.wait_for_selector(".games-row [data-game='1'][aria-current]")
            assert step(page) == 0


def test_every_control_moves_and_the_address_remembers(page: Any, opened: Opened, played: Played) -> None:
    match = played(boards=1)
    opened(match, "#game=2&step=6")
    assert step(page) == 5
    assert page.get_attribute(".games-row [data-game='1']", "aria-current") == "true"
    end = last(page)
    for does, ends in (("last", end), ("back", end - 1), ("first", 0), ("forward", 1)):
        page.click(f"[data-control={does}]")
        assert step(page) == ends
    for key, ends in (("End", end), ("ArrowLeft", end - 1), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        assert step(page) == ends
    page.click(".moves button[data-step='3']")
    assert step(page) == 3
    assert page.get_attribute(".moves button[data-step='3']", "aria-current") == "step"
    assert page.url.endswith("#game=2&step=4")
    page.reload()
    page.wait_for_selector("[data-step='3']")
    for _ in range(2):
        page.click("[data-control=speed]")
    assert page.inner_text("[data-control=speed]") == "4\N{MULTIPLICATION SIGN}"
    page.evaluate("document.activeElement.blur()")  # a button would take the key for itself
    page.keyboard.press(" ")
    while step(page) < 5:  # a busy machine may skip over any one step
        page.wait_for_timeout(50)
    page.keyboard.press(" ")
    assert page.get_attribute("[data-control=play]", "aria-label") == "Play"


def test_the_timeline_leads_to_a_trick_by_pressing_and_dragging(page: Any, opened: Opened, played: Played) -> None:
    opened(played(vector="01-classic", boards=1))
    box = page.locator("[data-part=timeline]").bounding_box()
    y = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 3.5 / 15, y)
    page.mouse.down()
    assert step(page) == 9  # the deal, the call, and four tricks
    assert page.locator(".bar.now").get_attribute("data-from") == "8"
    page.mouse.move(box["x"] + box["width"] * 14.5 / 15, y, steps=8)
    assert step(page) == 31
    page.mouse.up()
    page.mouse.move(box["x"], y)
    assert step(page) == 31
    assert page.locator(".bar").count() == 15


def test_the_list_of_moves_is_one_tab_stop_and_the_arrows_lead_through_it(
    page: Any, opened: Opened, played: Played
) -> None:
    opened(played(boards=1), "#game=1&step=4")
    moves = page.locator("[data-part=moves]")
    assert moves.locator("button[data-step]").count() > 10
    assert moves.locator("[tabindex='0']").count() == 1
    page.focus(".games-row button[data-game='1']")
    page.keyboard.press("Tab")
    focused = "document.activeElement.dataset.step"
    assert page.evaluate(focused) == "3"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    end = int(moves.locator("button[data-step]").last.get_attribute("data-step"))
    for key, ends in (
        ("ArrowDown", 4),
        ("ArrowRight", 5),
        ("ArrowUp", 4),
        ("End", end),
        ("ArrowDown", end),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        assert (step(page), page.evaluate(focused)) == (ends, str(ends)), key
    page.click("[data-control=forward]")  # focus stays where it is, when it was not in the list
    assert page.evaluate("document.activeElement.dataset.control") == "forward"


def test_a_seats_view_hides_what_it_could_not_see(page: Any, opened: Opened, played: Played) -> None:
    opened(played(boards=1), "#game=1&step=3")
    known = "[data-part=felt] .card.back[data-card]"
    assert len(page.query_selector_all(known)) == 10  # closed on the table, named on their edges
    assert len(page.query_selector_all(".held .card.back")) == 0
    page.select_option("[data-control=view]", "1")
    page.wait_for_selector(".held .card.back")
    assert len(page.query_selector_all(known)) == 0
    assert len(page.query_selector_all(".held .card.back")) == 5
    assert "view=2" in page.url
    page.focus("[data-part=moves] button[tabindex='0']")
    page.keyboard.press("v")
    page.wait_for_selector(".held .card.back", state="detached")
    assert "view" not in page.url


def test_four_seats_end_with_the_stored_points(page: Any, opened: Opened, played: Played) -> None:
    replay = opened(played(game="badam-satti", preset="quick", bots=4, boards=1))
    page.keyboard.press("End")
    game = replay["games"][0]
    shown = {
        int(strip.get_attribute("data-seat")): int(strip.query_selector("[data-points]").get_attribute("data-points"))
        for strip in page.query_selector_all(".strip")
    }
    assert [shown[seat] for seat in range(4)] == game["deals"][0]["scores"]
    laid = sum(action != "pass" for _, action in game["deals"][0]["actions"])
    assert len(page.query_selector_all(".board .card")) == laid
    assert len(page.query_selector_all(".seat .card")) == 52 - laid


def test_runs_of_forced_passes_are_one_step_unless_every_step_is_asked_for(
    page: Any, opened: Opened, played: Played
) -> None:
    replay = opened(played(vector="12-quick", game="badam-satti", preset="quick", bots=4, boards=1), "#game=2")
    actions = [action for _, action in replay["games"][1]["deals"][0]["actions"]]
    starts = [at for at in range(1, len(actions)) if actions[at - 1] != "pass" and actions[at : at + 2] == ["pass"] * 2]
    run = starts[0]
    length = next(n for n in range(2, 5) if actions[run + n] != "pass")
    page.goto(page.url.split("#")[0] + f"#game=2&step={run + 1}")
    page.wait_for_selector(f"[data-step='{run}']")
    page.keyboard.press("ArrowRight")
    assert step(page) == run + length
    assert page.locator(".note.knock").count() == length
    assert " and " in page.inner_text("[data-part=spoken]")
    page.keyboard.press("ArrowLeft")
    assert step(page) == run
    page.click(".menu summary")
    page.check("[data-control=every-step]")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    assert step(page) == run + 1
    assert page.locator(".note.knock").count() == 1


def test_faults_stand_at_their_seats_and_on_the_timeline(page: Any, opened: Opened, played: Played) -> None:
    match = played(vector="21-stand-ins", game="badam-satti", preset="quick", bots=4, boards=1)
    opened(match)
    assert page.query_selector_all(".strip .fault") == []
    page.keyboard.press("End")
    assert sorted(fault.text_content() for fault in page.query_selector_all(".strip .fault")) == [
        "⚠ crash", "⚠ invalid answer", "⚠ out of memory",
    ]  # fmt: skip
    assert page.locator(".timeline .mark.fault").count() >= 1


def test_a_step_is_announced_in_words_with_its_reason(page: Any, opened: Opened, played: Played) -> None:
    opened(played(vector="01-classic", boards=1), "#game=1&step=4")
    assert page.get_attribute("[data-part=spoken]", "role") == "status"
    told = page.inner_text("[data-part=spoken]")
    assert " of " in told
    assert not set("♣♦♥♠") & set(told)
    assert page.inner_text(".say .line") == "random0 takes trick 1"
    assert page.inner_text(".say .why").strip()


def test_results_that_one_has_not_watched_are_hidden_on_request(page: Any, opened: Opened, played: Played) -> None:
    match = played(vector="01-classic", boards=1)
    opened(match)
    assert page.locator(".bar.later").first.is_visible()
    assert page.locator(".games-row .won").count() > 0
    page.click("[data-control=hide]")
    assert page.get_attribute("[data-control=hide]", "aria-pressed") == "true"
    assert not page.locator(".bar.later").first.is_visible()
    assert not page.locator(".moves [data-step='20']").is_visible()
    assert page.locator(".games-row .won").count() == 0
    page.click("[data-control=tab-games]")
    assert {one.inner_text().split("\n")[-1] for one in page.query_selector_all(".results .game")} == {"?"}
    page.keyboard.press("End")
    page.keyboard.press("End")
    opened(match)  # this browser remembers both
    page.keyboard.press("End")
    page.click("[data-control=tab-games]")
    assert "?" not in page.inner_text(".results [data-game='0']")
    assert "?" in page.inner_text(".results [data-game='1']")


def test_best_play_comes_by_itself_and_marks_mistakes(
    page: Any, opened: Opened, played: Played, start_celery: Callable[..., Any]
) -> None:
    match = played(vector="01-classic", boards=1)
    opened(match, "#game=1&step=13")
    assert "computed" in page.inner_text(".best").lower()
    assert page.locator(".moves sup").count() == 0
    start_celery("worker", "--concurrency=1", "--queues=analysis", "--without-mingle").wait_for("ready.")
    page.reload()  # a worker's start empties the queue here; the question is asked again
    page.wait_for_selector(".best >> text=Tricks lost", timeout=60_000)
    marks = page.locator(".moves sup").all_inner_texts()
    assert marks
    assert set(marks) <= {"?!", "??"}
    assert page.locator(".timeline .mark").count() >= 1
    page.keyboard.press("End")
    assert "Mistakes." in page.inner_text(".over")
    assert "cost 3 tricks" in page.inner_text(".over")
    page.locator(".move:has(sup)").first.click()
    assert "was best" in page.inner_text(".say .why")
    page.click("[data-control=best]")
    assert page.locator(".moves sup").count() == 0
    assert page.is_hidden(".best")


def test_a_bots_owner_reads_what_it_printed_during_the_move_on_view(
    page: Any, opened: Opened, client: Any, live_server: Any
) -> None:
    making = import_module("tests.arena.contests.making")
    owner = making.user("ada")
    talker = making.bot("talker", owner, builtin="")
    code = (
        b"import sys\nclass Bot:\n    def act(self, view):\n        print(f'after {len(view.history)}')\n"
        b"        print('in doubt', file=sys.stderr)\n        if len(view.history) > 20: raise KeyError('lost')\n"
        b"        return view.legal_actions[0]\n"
    )
    talker.versions.update(source=code, filename="bot.py", size=len(code))
    contest = making.contest(making.user("olga"), bots=[talker, making.bot("quiet", making.user("sven"))])
    making.play_all(contest)
    match = contest.matches.get()
    replay = opened(match)
    assert page.locator("[data-control=tab-log]").count() == 0 or page.is_hidden("[data-control=tab-log]")
    client.force_login(owner)
    page.context.add_cookies([{"name": "session", "value": client.cookies["session"].value, "url": live_server.url}])
    game = replay["games"][0]
    seat = next(at for at in (0, 1) if replay["players"][(at - game["rotation"]) % 2].startswith("ada/talker"))
    own = [at for at, (who, _) in enumerate(game["deals"][0]["actions"]) if who == seat]
    opened(match, f"#game=1&step={own[3] + 2}")
    page.click("[data-control=tab-log]")
    page.wait_for_selector(f".log >> text=after {own[3]}")
    assert page.inner_text(".log .stderr").split() == ["stderr", "in", "doubt"]
    page.click("[data-control=last]")
    page.click("[data-control=back]")
    page.wait_for_selector(".log >> text=KeyError: 'lost'")


def test_playing_goes_on_with_the_next_game_after_the_result(page: Any, opened: Opened, played: Played) -> None:
    opened(played(vector="01-classic", boards=1), "#game=1&step=33")
    page.click("[data-control=play]")
    page.wait_for_selector("[data-result]")
    assert page.locator(".over h2").inner_text() == "The game is a tie"
    assert "needed 8" in page.inner_text(".scores")
    page.wait_for_selector("[data-control=next-game] >> text=in")
    page.wait_for_selector(".games-row [data-game='1'][aria-current]", timeout=15_000)
    page.wait_for_selector("[data-control=play][aria-label=Pause]")
    page.click("[data-control=play]")


def test_seats_are_turned_with_the_same_cards(page: Any, opened: Opened, played: Played) -> None:
    opened(played(vector="01-classic", boards=1), "#game=3&step=34")
    page.click("[data-control=turned-game]")
    page.wait_for_selector(".games-row [data-game='3'][aria-current]")
    page.keyboard.press("End")
    page.click("[data-control=turned-game]")
    page.wait_for_selector(".games-row [data-game='2'][aria-current]")


def test_on_a_phone_taps_and_swipes_are_steps_and_the_moves_are_in_a_sheet(
    browser: Any, live_server: Any, played: Played
) -> None:
    match = played(vector="01-classic", boards=1)
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{live_server.url}/matches/{match.pk}/replay/#game=1&step=5")
    page.wait_for_selector("[data-step='4']")
    felt = page.locator("[data-part=felt]").bounding_box()
    middle = felt["y"] + felt["height"] / 2
    page.touchscreen.tap(felt["x"] + felt["width"] * 0.9, middle)
    assert step(page) == 5
    page.touchscreen.tap(felt["x"] + felt["width"] * 0.1, middle)
    assert step(page) == 4
    client = context.new_cdp_session(page)
    for kind, x in (("touchStart", 300), ("touchMove", 240), ("touchMove", 150), ("touchEnd", None)):
        points = [] if x is None else [{"x": x, "y": middle}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    assert step(page) == 5
    assert not page.is_visible(".moves")
    page.wait_for_timeout(500)  # a browser takes a tap that comes sooner for the end of the swipe
    page.tap("[data-control=moves]")
    page.wait_for_selector(".moves button[data-step='5']", state="visible")
    assert page.evaluate("document.activeElement.getAttribute('role')") == "tab"
    page.keyboard.press("Escape")
    assert not page.is_visible(".moves")
    assert page.evaluate("document.activeElement.dataset.control") == "moves"
    for control in page.query_selector_all(".controls [data-control]:not(select)"):
        box = control.bounding_box()
        assert min(box["width"], box["height"]) >= 44, control.get_attribute("data-control")
    context.close()


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


def test_a_game_that_cannot_be_loaded_says_so_and_can_be_tried_again(
    browser: Any, live_server: Any, played: Played
) -> None:
    page = browser.new_page()  # of its own: its console tells of the requests that fail
    page.route("**/frames/**", lambda route: route.abort("connectionrefused"))
    page.goto(f"{live_server.url}/matches/{played(boards=1).pk}/replay/")
    page.wait_for_selector("[data-control=retry]")
    assert "could not be reached" in page.inner_text("[data-part=felt]")
    page.unroute("**/frames/**")
    page.click("[data-control=retry]")
    page.wait_for_selector("[data-part=felt] .card")
    page.context.close()


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
