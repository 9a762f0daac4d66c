#!/usr/bin/env python
"""Picture every kind of page of a running arena: `scripts/screenshots.py URL FOLDER [WORD...]`; only pages whose names
hold one of the words. Each page on a desktop and a phone, light and dark; contests on a projector too.

Chromium is CHROMIUM's or the one on the PATH. A page that scrolls sideways, shifts or weighs too much is reported.
"""

import os
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, sync_playwright

WINDOWS = {"d": (1280, 800), "m": (390, 844)}
PROJECTOR = ("w", (1920, 1080))
HEAVY, SHIFT = 150_000, 0.02  # bytes over the wire, cold; cumulative layout shift
FIXED = {
    "home": "/",
    "play": "/play/",
    "watch": "/watch/",
    "contests": "/contests/",
    "leaderboard": "/leaderboard/",
    "bots": "/bots/",
    "docs": "/docs/",
    "doc": "/docs/writing-a-bot/",
    "login": "/accounts/login/",
    "signup": "/accounts/signup/",
    "rules": "/rules/",
    "rules-saat-aath": "/rules/saat-aath/",
    "rules-badam-satti": "/rules/badam-satti/",
    "error": "/no-such-page/",
}
MEASURE = """() => new Promise((done) => {
  let shift = 0;
  new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) shift += e.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done({ shift, wide: document.documentElement.scrollWidth - innerWidth,
    bytes: [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
      .reduce((sum, e) => sum + e.transferSize, 0) }), 400);
})"""


def addresses(page: Page, base: str) -> dict[str, str]:
    """The fixed ones, and a contest of each state, a bot, a match and its replay as the site links to them."""
    found = dict(FIXED)
    for state in ("finished", "running", "open", "draft"):
        page.goto(urljoin(base, f"/contests/?state={state}&kind=tournament"))
        _first(page, r"^/contests/(?!new|\?)[^/]+/$", f"contest-{state}", found)
    page.goto(urljoin(base, "/leaderboard/"))
    _first(page, r"^/bots/[^/]+/[^/]+/$", "bot", found)
    if "contest-finished" in found:
        page.goto(urljoin(base, found["contest-finished"]))
        _first(page, r"^/matches/\d+/$", "match", found)
    if "match" in found:
        found["replay"] = found["match"] + "replay/"
    return found


def _first(page: Page, pattern: str, name: str, found: dict[str, str]) -> None:
    links = page.eval_on_selector_all("main a[href]", "all => all.map((a) => a.getAttribute('href'))")
    for link in links:
        if re.search(pattern, link):
            found[name] = link
            return


def picture(browser: Browser, address: str, file: Path, size: tuple[int, int], scheme: str) -> list[str]:
    """Write the whole page to `file`. Returns what is wrong with it."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="dark" if scheme == "dark" else "light"
    )
    page = context.new_page()
    page.goto(address, wait_until="load")
    measured = page.evaluate(MEASURE)
    page.screenshot(path=file, full_page=True)
    context.close()
    wrong = []
    if measured["wide"] > 0:
        wrong.append(f"scrolls sideways by {measured['wide']} pixels")
    if measured["shift"] > SHIFT:
        wrong.append(f"shifts by {measured['shift']:.3f}")
    if measured["bytes"] > HEAVY:
        wrong.append(f"weighs {measured['bytes'] / 1000:.0f} kB")
    return wrong


def main(arguments: list[str]) -> int:
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    base, folder, *words = arguments
    into = Path(folder)
    into.mkdir(parents=True, exist_ok=True)
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    faults = 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        for name, address in addresses(browser.new_page(), base).items():
            if words and not any(word in name for word in words):
                continue
            windows = WINDOWS | (dict([PROJECTOR]) if name.startswith("contest-") else {})
            for key, size in windows.items():
                for scheme in ("light", "dark"):
                    wrong = picture(browser, urljoin(base, address), into / f"{name}.{key}-{scheme}.png", size, scheme)
                    faults += len(wrong)
                    for one in wrong:
                        print(f"{name} ({key}, {scheme}): {one}")
        browser.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
