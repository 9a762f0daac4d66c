"""What the jail's root holds."""

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

import bots
from bots.sandbox import elf, runtime
from tests.bots import tables

ROOT = Path(__file__).parents[3]
OUTSIDE = ROOT / "tests" / "games" / "outside"


def test_it_holds_the_engine_and_nothing_of_the_platform():
    here = runtime.find()
    places = [place for place in here.binds if place.startswith("/satti")]
    assert set(places) - {"/satti/numpy.libs"} == {"/satti/games", "/satti/bots", "/satti/numpy"}
    assert not any("arena" in path or "tournaments" in path for path in here.binds.values())
    assert all(Path(path).exists() for path in here.binds.values())


def test_every_library_that_the_runtime_needs_is_there():
    places = runtime.find().binds
    for module in ("_ssl", "_sqlite3", "_ctypes", "_lzma"):
        for name in elf.read(Path(importlib.import_module(module).__file__ or ""))[0]:
            assert f"{runtime.LIBRARIES}/{name}" in places
    assert not any("libX11" in place for place in places)  # of a module that is left out


WALK = """
import os
for top in os.listdir("/satti"), ("/python",):
    for name in top:
        for folder, folders, names in os.walk(os.path.join("/satti", name)):
            for each in folders + names:
                status = os.lstat(os.path.join(folder, each))
                print("" if status.st_mode & 0o022 == 0 else "WRITABLE", each)
"""


def test_nothing_in_it_is_left_over():
    """What is left out is left out at every depth, and nothing is of the host's file systems."""
    outcome = tables.play(f"{WALK}\n{tables.HONEST}", limits=bots.Limits())
    words = set(outcome.logs[0].split())
    assert {"numpy", "__init__.py", "libpython3.so"} & words
    assert not words & {"WRITABLE", "site-packages", "tests", "test", "idlelib", "f2py", "_tkinter"}


def test_all_of_it_is_one_file_system_in_memory():
    code = """
import bots, ctypes, games, numpy, os, sys
paths = ["/", sys.orig_argv[0], os.__file__, numpy.__file__, games.__file__, bots.__file__, "/python/lib/libc.so.6"]
print(len({os.stat(path).st_dev for path in paths}), os.major(os.stat("/").st_dev))
"""
    outcome = tables.play(f"{code}\n{tables.HONEST}")
    assert set(outcome.logs[0].splitlines()) == {"1 0"}


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
