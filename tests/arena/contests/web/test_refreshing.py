"""In a browser: refreshing parts take nothing away from the reader, and the page has its colours from the start."""

import pytest

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("alone")]


def test_focus_selection_and_scrolling_stay_while_a_running_contest_refreshes(signed_in, live_server, make_contest):
    contest = make_contest(bots=9)  # nobody plays it: every refresh brings the same links
    page = signed_in
    page.goto(live_server.url + contest.get_absolute_url())
    link = page.locator("#standings tbody a").nth(6)
    link.focus()
    page.evaluate("getSelection().selectAllChildren(document.querySelector('#standings .help'))")
    link.scroll_into_view_if_needed()
    before = page.evaluate("[document.activeElement.href, String(getSelection()), scrollY]")
    seen = set()
    page.on("response", lambda answer: seen.add(answer.url.partition("?")[0].rsplit("/", 2)[1]))
    page.wait_for_timeout(6500)
    assert {"progress", "standings", "matches"} <= seen, "every part was asked for again"
    assert page.evaluate("[document.activeElement.href, String(getSelection()), scrollY]") == before
    assert before[0].startswith(live_server.url + "/bots/")


def test_the_chosen_colours_are_there_before_anything_is_drawn(page, live_server):
    page.emulate_media(color_scheme="light")
    page.goto(live_server.url)
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(ground)
    assert dark != light
    for script in ("**/page.js", "**/page.*.js"):  # what runs after the first paint
        page.route(script, lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(live_server.url + "/docs/")
    assert page.evaluate(ground) == dark
