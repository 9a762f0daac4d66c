"""Words that docs/style.md calls always wrong appear nowhere, and what CONTRIBUTING.md points to exists."""

import re
import subprocess
from pathlib import Path

from tests.support import ROOT

STYLE = ROOT / "docs" / "style.md"
READ_BY_PEOPLE = ("*.py", "*.md", "*.html", "*.js", "*.toml", "*.txt")
NOT_OURS = ("platform/arena/static/vendor/", "tests/vectors/", "tests/test_style.py", "docs/style.md")


def wrong() -> list[str]:
    section = STYLE.read_text().split("## Words that are always wrong here")[1]
    return re.findall(r"^    (.+?):", section, re.MULTILINE)


def forms(word: str) -> str:
    """A pattern for the word and what is derived from it."""
    return rf"\b{re.escape(word)}(?:s|es|ed|ing)?\b"


def texts() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", *READ_BY_PEOPLE], cwd=ROOT, capture_output=True, text=True, check=True)
    return [ROOT / name for name in listed.stdout.split("\n") if name and not name.startswith(NOT_OURS)]


def test_words_that_are_always_wrong_appear_nowhere() -> None:
    assert len(wrong()) > 10
    pattern = re.compile("|".join(map(forms, wrong())), re.IGNORECASE)
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in texts()
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_the_pattern_finds_derived_words() -> None:
    assert re.search(forms("mend"), "it mends what")
    assert re.search(forms("mend"), "mended")
    assert not re.search(forms("mend"), "amendment recommended")


def test_every_place_that_contributing_names_exists() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text().split("## To change")[1].split("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(rows) >= 20
    for row in rows:
        for name in re.findall(r"`([^`]+)`", row.split(" | ")[1]):
            assert (ROOT / name).exists(), f"{row} names {name}"
