"""What all commands share."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from tests.arena.cli.satti import PATH, WITHOUT_SERVERS, satti, satti_alone
from tests.support import ROOT


def test_the_version_is_the_packages() -> None:
    assert satti_alone("--version", code=0).out == f"satti-arena {version('satti-arena')}\n"


def test_without_a_command_it_says_which_there_are() -> None:
    out = satti(code=2).out
    for name in ("play", "replay", "check", "verify", "sandbox-check", "serve"):
        assert name in out


def test_an_unknown_command_is_named() -> None:
    assert satti_alone("plya", code=2).err.startswith("satti: No such command 'plya'.")


@pytest.mark.parametrize("module", ["django", "numpy", "psycopg", "celery"])
def test_the_command_line_starts_without_what_it_does_not_need(module: str) -> None:
    code = f"import sys, arena.cli; sys.exit({module!r} in sys.modules)"
    subprocess.run([sys.executable, "-c", code], env=WITHOUT_SERVERS | {"PYTHONPATH": PATH}, check=True)


def test_check_accepts_the_sample_bot() -> None:
    path = ROOT / "examples" / "first_bot" / "bot.py"
    assert satti("check", path, "--game", "saat-aath", code=0).out == f"{path}: ready\n"


def test_check_says_why_a_bot_fails_and_shows_its_traceback(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("import nothing_like_it\n")
    done = satti("check", bot, "--game", "saat-aath", code=1)
    assert "import-error" in done.err
    assert "nothing_like_it" in done.out


@pytest.mark.parametrize(("data", "kind"), [(b"", "empty"), (b"\x89PNG\r\n\x1a\n" + bytes(64), "not-python")])
def test_check_refuses_what_need_not_be_run(data: bytes, kind: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_bytes(data)
    assert f": {kind}: " in satti("check", bot, "--game", "saat-aath", code=1).err


def test_sandbox_check_says_what_holds_here() -> None:
    assert "held" in satti("sandbox-check", "--layers", code=0).out


def test_manage_needs_a_data_folder_that_is_there() -> None:
    assert "satti serve" in satti("manage", "check", "--data", "/nowhere", code=2).err
