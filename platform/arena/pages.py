"""Pages that belong to no app: home, and the documentation for people who write bots."""

from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(__file__).resolve().parent / "docs"  # a link to the repository's docs/; packages hold a copy
PAGES = {  # those for everybody; what is for operators and developers is read in the repository
    "writing-a-bot": "Write a bot",
    "rules": "The rules",
    "sandbox-limits": "Limits of the sandbox",
    "api": "The REST API in short",
}


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    return render(request, "docs.html", {"pages": PAGES})


@require_safe
def doc(request: HttpRequest, name: str) -> HttpResponse:
    if name not in PAGES:
        raise Http404
    return render(request, "doc.html", {"pages": PAGES, "name": name, "title": PAGES[name], "body": rendered(name)})


@cache
def rendered(name: str) -> str:
    """The page's Markdown as HTML: no raw HTML passes, and links to other pages lead to them here."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse((DOCS / f"{name}.md").read_text())
    for block in tokens:
        for token in block.children or []:
            if token.type == "link_open":
                token.attrSet("href", site_address(str(token.attrGet("href"))))
    return str(parser.renderer.render(framed(tokens), parser.options, {}))


def site_address(link: str) -> str:
    """`rules.md#deal` to `../rules/#deal`; other links stay as they are."""
    target, mark, place = link.partition("#")
    page = target.removesuffix(".md")
    return f"../{page}/{mark}{place}" if page in PAGES and target.endswith(".md") else link


def framed(tokens: list[Token]) -> list[Token]:
    """Tables within an element that scrolls on a narrow screen."""
    framed = []
    for token in tokens:
        if token.type == "table_open":
            framed.append(Token("frame_open", "div", 1, attrs={"class": "overflow-auto", "tabindex": "0"}))
        framed.append(token)
        if token.type == "table_close":
            framed.append(Token("frame_close", "div", -1))
    return framed
