"""An organiser's evening in a real browser: make a tournament, enter bots, start it, watch it end, look around."""

import pytest

from arena.contests.models import Contest
from arena.contests.tasks import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_tournament_from_the_form_to_its_end(signed_in, live_server, worker, house):
    page = signed_in
    sweep()  # so that the pages know of a worker
    page.goto(f"{live_server.url}/contests/")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Name").fill("Evening cup")
    page.get_by_label("Boards a match").fill("3")
    page.get_by_label("Entries", exact=True).select_option("private")
    page.get_by_role("button", name="Make the tournament").click()
    for name in ("builtin/saat-aath-random", "builtin/saat-aath-easy"):
        page.get_by_label("Enter a bot of yours or of the house").select_option(label=name)
        page.get_by_role("button", name="Enter", exact=True).click()
        page.get_by_text(f"{name} is entered.").wait_for()
    page.get_by_role("link", name="Start", exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("#progress .status.finished").wait_for(timeout=60_000)  # comes by itself
    page.get_by_role("link", name="replay").first.wait_for()
    page.locator("details.about summary").click()
    page.get_by_text(Contest.objects.get(name="Evening cup").secret).wait_for()


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_is_wider_than_its_window(signed_in, live_server, make_contest, play_all, width):
    contest = make_contest(bots=8, name="A cup with a name that goes on and on for as long as any name may go on")
    play_all(contest)
    page = signed_in
    page.set_viewport_size({"width": width, "height": 800})
    match = contest.matches.first()
    addresses = ["/contests/", contest.get_absolute_url(), match.get_absolute_url(), "/contests/new/", "/"]
    addresses += ["/leaderboard/saat-aath/classic/", f"{contest.get_absolute_url()}collusion/"]
    addresses.append(match.players.first().bot.get_absolute_url())
    for address in addresses:
        page.goto(live_server.url + address)
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, address
