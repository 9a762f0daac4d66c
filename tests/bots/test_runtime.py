"""What the jail's root holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots import runtime

ROOT = Path(__file__).parents[2]
OUTSIDE = ROOT / "tests" / "games" / "outside"


def test_it_holds_the_engine_and_nothing_of_the_platform():
    here = runtime.find()
    places = [place for place in here.binds if place.startswith("/satti")]
    assert set(places) - {"/satti/numpy.libs"} == {"/satti/games", "/satti/bots", "/satti/numpy"}
    assert not any("arena" in path or "tournaments" in path for path in here.binds.values())
    assert all(Path(path).exists() for path in here.binds.values())


def test_site_packages_of_the_interpreter_are_hidden():
    here = runtime.find()
    for place, path in here.binds.items():
        if (Path(path) / "site-packages").is_dir():
            assert f"{place}/site-packages" in here.hidden


@pytest.mark.skipif(sys.platform != "linux", reason="bots run on Linux")
def test_a_game_of_another_package_is_played_in_the_sandbox():
    program = """
import bots, games
source = bots.source.read(b"class Bot:\\n    def act(self, view): return view.legal_actions[0]\\n", "bot.py")
print(bots.check(source, games.load("high-card"), bots.Limits()))
"""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{OUTSIDE}"}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd="/")
    assert "kind='ready'" in done.stdout
