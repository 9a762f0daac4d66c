"""What the README and docs/ say is true: their links, files, commands and settings."""

import re
import shlex
import shutil
from pathlib import Path

import pytest
from django.urls import resolve

from arena.cli import app
from tests.arena.cli.satti import satti
from tests.support import ROOT

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
COMMAND = re.compile(r"^(?: {4}|\.venv/bin/)(satti .*)$", re.MULTILINE)
FENCED = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def headings(page: Path) -> set[str]:
    """The anchors of a page, as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text()), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCED.sub("", page.read_text())):
        if link.startswith(("http://", "https://")):
            continue
        if link.startswith("/"):  # the docs are shown by the site, too
            resolve(link)
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), f"{page.name} links to {link}"
        if anchor:
            assert anchor in headings(target), f"{page.name} links to {link}"


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_the_index_names_every_page(page: Path) -> None:
    assert page.name == "README.md" or f"({page.name})" in (ROOT / "docs" / "README.md").read_text()


def commands() -> list[str]:
    found = [command for page in PAGES for command in COMMAND.findall(page.read_text())]
    return sorted({command.split("  #")[0].strip() for command in found})


@pytest.mark.parametrize("command", [c for c in commands() if c.split()[1] in ("play", "check", "replay")])
def test_commands_of_the_docs_work(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    shutil.copy(ROOT / "examples" / "first_bot" / "bot.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    match = ("--game", "saat-aath", "--boards", "1", "--replay", "match.json")
    satti("play", "builtin/easy", "builtin/random", *match, code=0)
    satti(*shlex.split(command)[1:], code=0)


def test_the_docs_show_every_command() -> None:
    text = (ROOT / "docs" / "cli.md").read_text()
    names = [info.name or info.callback.__name__.replace("_", "-") for info in app.registered_commands if info.callback]
    assert [name for name in names if f"`satti {name}`" not in text] == []


def test_operating_lists_every_setting_and_its_default() -> None:
    settings = (ROOT / "platform" / "arena" / "settings.py").read_text()
    table = (ROOT / "docs" / "operating.md").read_text().split("## Settings")[1]
    rows = {}
    for line in re.findall(r"^\| (`.*)$", table, re.MULTILINE):
        names, defaults = line.split(" | ")[:2]
        names = re.findall(r"`(\w+)`", names)
        rows |= dict(zip(names, defaults.split(", ") if len(names) > 1 else [defaults], strict=True))
    read = dict(re.findall(r"""env\.integer\(["'](\w+)["'], ([\d_]+)""", settings))
    names = set(re.findall(r"""env\.\w+\(["'](\w+)["']""", settings))
    assert names - set(rows) == set()
    assert set(rows) - names == set()
    assert {name: rows[name] for name in read} == {name: value.replace("_", "") for name, value in read.items()}


def test_the_readmes_bot_is_the_sample() -> None:
    shown = [code for language, code in FENCED.findall((ROOT / "README.md").read_text()) if language == "python"]
    assert shown[0] in (ROOT / "examples" / "first_bot" / "bot.py").read_text()


def test_make_has_the_targets_that_the_docs_name() -> None:
    named = {target for page in PAGES for target in re.findall(r"\bmake ([a-z]+)\b", page.read_text())} & {
        "run", "test", "check", "bench", "clean",
    }  # fmt: skip
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert named
    assert named <= targets


def test_contributing_lists_every_size_of_the_suite_and_its_default() -> None:
    shown = dict(re.findall(r"^\| `(SATTI_\w+)` \| (\d+) \|", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE))
    source = "".join(path.read_text() for path in (ROOT / "tests").rglob("*.py"))
    assert shown == dict(re.findall(r'environ\.get\("(SATTI_\w+)", "(\d+)"', source))
