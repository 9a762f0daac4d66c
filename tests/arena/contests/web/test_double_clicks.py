"""The same button pressed at the same moment in two browsers, over HTTP, with sessions of their own."""

import urllib.parse
import urllib.request
from http.cookiejar import CookieJar

import pytest

from arena.contests.schedule import advance, queue
from tests.arena.conftest import PASSWORD
from tests.arena.contests.making import wait_for
from tests.arena.contests.matches.test_concurrency import at_once

pytestmark = pytest.mark.django_db(transaction=True)



class Browser:
    def __init__(self, url):
        self.url, self.cookies = url, CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path):
        return self.opener.open(self.url + path, timeout=60).read().decode()

    def press(self, path, **fields):
        """Post the form of that page; returns the page that comes then."""
        token = next(cookie.value for cookie in self.cookies if cookie.name == "csrf")
        data = urllib.parse.urlencode(fields | {"csrfmiddlewaretoken": token}).encode()
        return self.opener.open(self.url + path, data, timeout=60).read().decode()


@pytest.fixture
def browsers(live_server, organiser, monkeypatch):
    """Two in which the organiser is logged in. What they start is not sent to any worker."""
    monkeypatch.setattr(queue, "send", lambda match_ids: None)
    organiser.set_password(PASSWORD)
    organiser.save()
    both = Browser(live_server.url), Browser(live_server.url)
    for browser in both:
        browser.get("/accounts/login/")
        browser.press("/accounts/login/", login=organiser.username, password=PASSWORD)
    return both


def press_at_once(browsers, path):
    for browser in browsers:
        assert "Start" in browser.get(path)
    return at_once(*((lambda browser=browser: browser.press(path)) for browser in browsers))


def test_start_clicked_twice_at_once_starts_once_and_says_so(browsers, make_contest):
    for _ in range(5):
        contest = make_contest(bots=4, start=False)
        pages = press_at_once(browsers, f"{contest.get_absolute_url()}start/")
        told = ["started already" if "it has been started already" in page else "done" for page in pages]
        assert sorted(told) == ["done", "started already"], pages
        advance.advance(contest_id=contest.pk)
        wait_for(lambda: contest.matches.count() == 6)  # noqa: B023 - the session's worker may be drawing them
        assert contest.audit.filter(action="start").count() == 1
