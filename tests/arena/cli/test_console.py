"""Every command on a console that knows few characters: replacements, and never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.cli.satti import PATH, VECTORS, satti_alone
from tests.support import ROOT

ENCODINGS = ("ascii", "cp1252")
BOT = """
class Bot:
    def act(self, view):
        print("♠ हुकुम पیک")
        raise ValueError("é ♥ \\udcff")
"""


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_a_replay_names_suits_by_letters_where_the_console_has_no_signs(encoding: str) -> None:
    out = satti_alone("replay", VECTORS / "01-classic.replay.json", code=0, PYTHONIOENCODING=encoding).out
    assert "leads 10S" in out or "plays 10S" in out
    assert "?" not in out


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_names_and_logs_in_any_script_are_printed_with_replacements(encoding: str, tmp_path: Path) -> None:
    bot = tmp_path / "इक्का é.py"
    bot.write_text(BOT, "utf-8")
    words = (bot, "builtin/random", "-g", "saat-aath", "--boards", "1")
    out = satti_alone("play", *words, code=0, PYTHONIOENCODING=encoding).out
    assert "fault of ???" in out
    assert "S ???" in out
    assert ".py: crash" in satti_alone("check", bot, "-g", "saat-aath", code=1, PYTHONIOENCODING=encoding).err


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--help",), 0),
        (("play", "--help"), 0),
        (("play", "हुकुम.py", "x", "-g", "saat-aath"), 2),
        (("play", "x", "y", "-g", "बदाम"), 2),
        (("replay", "पیک♠.json"), 2),
        (("verify", "पیک♠.zip"), 2),
        (("serve", "--data", "/dev/null/पیک♠"), 1),
        (("manage", "--data", "पیک♠", "check"), 2),
        (("♠",), 2),
    ],
    ids=str,
)
def test_no_command_fails_for_what_the_console_cannot_show(words: tuple[str, ...], code: int, encoding: str) -> None:
    satti_alone(*words, code=code, PYTHONIOENCODING=encoding)


def test_the_sites_own_commands_print_replacements_too() -> None:
    """Whichever way they are started: the settings see to it."""
    code = "import sys, arena.settings; print('♠ é हु'); print('♥', file=sys.stderr)"
    env = os.environ | {"PYTHONPATH": PATH, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"S ? ??\n", b"H\n")


def test_the_documentation_is_read_as_utf_8_on_any_host() -> None:
    code = "import django; django.setup(); from arena import pages; print(len(pages.titles()))"
    env = os.environ | {"PYTHONPATH": PATH, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, check=True)
