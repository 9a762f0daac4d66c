"""Pages that belong to no app."""

import re

import pytest
from django.test import Client

from arena import pages

pytestmark = pytest.mark.django_db


def test_home_says_what_to_do_next(client: Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert b'href="/accounts/signup/"' in page.content
    assert b'href="/docs/writing-a-bot/"' in page.content


@pytest.mark.parametrize("name", pages.titles())
def test_every_documentation_page_is_shown_with_its_own_title(client: Client, name: str) -> None:
    page = client.get(f"/docs/{name}/").content.decode()
    assert "<h1>" in page
    assert (f'aria-current="page">{pages.titles()[name]}<' in page) == (name in pages.FIRST)


@pytest.mark.parametrize("name", pages.titles())
def test_links_of_a_documentation_page_lead_somewhere(client: Client, name: str) -> None:
    for link in re.findall(r'href="([^"#]+)"', pages.rendered(name)):
        if not link.startswith("http"):
            address = link if link.startswith("/") else f"/docs/{link.removeprefix('../')}"
            assert client.get(address).status_code == 200, f"{name} links to {link}"


def test_the_contents_list_every_page(client: Client) -> None:
    page = client.get("/docs/").content.decode()
    assert all(f'href="/docs/{name}/"' in page for name in pages.titles())


@pytest.mark.parametrize("name", ["README", "no-such-page", "..-settings"])
def test_other_files_are_not_shown(client: Client, name: str) -> None:
    assert client.get(f"/docs/{name}/").status_code == 404


def test_markdown_cannot_bring_html_along(monkeypatch: pytest.MonkeyPatch, tmp_path: "pytest.TempPathFactory") -> None:
    (tmp_path / "rules.md").write_text("# T\n\n<script>alert(1)</script> [a](sandbox-limits.md#x) [b](../LICENSE)\n")
    monkeypatch.setattr(pages, "DOCS", tmp_path)
    body = pages.rendered.__wrapped__("rules")
    assert "<script>" not in body
    assert 'href="../sandbox-limits/#x"' in body
    assert "<span>b</span>" in body


def test_long_lines_of_code_can_be_scrolled_to_by_keys() -> None:
    assert '<pre tabindex="0">' in pages.rendered("writing-a-bot")
    assert "<pre>" not in pages.rendered("writing-a-bot")


def test_every_page_forbids_foreign_and_inline_scripts(client: Client) -> None:
    for address in ("/", "/bots/", "/accounts/login/", "/docs/", "/api/v1/docs/", "/api/v1/", "/nothing-here/"):
        response = client.get(address)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert not re.search(rb"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=", response.content), address


@pytest.mark.parametrize("game", pages.DRAWN_RULES)
def test_rules_are_drawn_with_cards_that_the_game_has(client: Client, game: str) -> None:
    page = client.get(f"/rules/{game}/").content.decode()
    pack = {rank + suit for suit in "CDHS" for rank in ("89TJQKA" if game == "saat-aath" else "A23456789TJQK")}
    pack |= {"7H", "7S"}
    drawn = {rank + suit for suit, rank in re.findall(r'<span class="card ([CDHS])[^"]*" data-r="(.)"', page)}
    assert drawn
    assert drawn <= pack
    assert client.get("/rules/no-such-game/").status_code == 404
    assert f'href="/rules/{game}/"' in client.get("/rules/").content.decode()
