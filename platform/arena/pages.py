"""Pages that belong to no app: home, and the documentation for people who write bots."""

from functools import cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

DOCS = Path(__file__).resolve().parent / "docs"  # a link to the repository's docs/; packages hold a copy
FIRST = ("writing-a-bot", "rules", "sandbox-limits", "cli", "api")  # for people who write bots, in this order
DRAWN_RULES = ("saat-aath", "badam-satti")


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "home.html")


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    first = {name: titles()[name] for name in FIRST}
    more = {name: title for name, title in titles().items() if name not in FIRST}
    return render(request, "docs.html", {"first": first, "more": more})


@require_safe
def doc(request: HttpRequest, name: str) -> HttpResponse:
    if name not in titles():
        raise Http404
    first = {page: titles()[page] for page in FIRST}
    return render(request, "doc.html", {"pages": first, "name": name, "title": titles()[name], "body": rendered(name)})


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/all.html")


@require_safe
def rules_of(request: HttpRequest, game: str) -> HttpResponse:
    """A game in two minutes, with drawn cards; the exact rules are documentation."""
    if game not in DRAWN_RULES:
        raise Http404
    return render(request, f"rules/{game}.html")


@cache
def titles() -> dict[str, str]:
    """Every page by its file's name, with its first heading."""
    pages = (path for path in sorted(DOCS.glob("*.md")) if path.stem != "README")
    return {path.stem: path.read_text("utf-8").partition("\n")[0].removeprefix("# ").replace("`", "") for path in pages}


@cache
def rendered(name: str) -> str:
    """The page's Markdown as HTML: no raw HTML passes, links to other pages lead to them here, and links into the
    repository become plain text."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse((DOCS / f"{name}.md").read_text("utf-8"))
    for block in tokens:
        lost = False
        for token in block.children or []:
            if token.type == "link_open":
                address = site_address(str(token.attrGet("href")))
                lost = address is None
                token.attrs = {"href": address} if address else {}
            if lost and token.type in ("link_open", "link_close"):
                token.tag = "span"
    body = str(parser.renderer.render(framed(tokens), parser.options, {}))
    return body.replace("<pre>", '<pre tabindex="0">')  # a long line can be scrolled to by keys


def site_address(link: str) -> str | None:
    """`rules.md#deal` is `../rules/#deal` here; what is in the repository alone has no address here."""
    target, mark, place = link.partition("#")
    page = target.removesuffix(".md")
    if page != target and page in titles():
        return f"../{page}/{mark}{place}"
    return link if link.startswith(("https://", "/", "#")) else None


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
