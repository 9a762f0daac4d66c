"""Games from the table and from other packages: tests/games/outside is such a package, as pip would install it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import games
from games import players
from tests.games import broken_games

ROOT = Path(__file__).parent.parent.parent
OUTSIDE = Path(__file__).parent / "outside"


def run_with_outside(program: str, *folders: Path) -> str:
    """What a new process prints that has the package installed, and those in `folders`."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [ROOT, OUTSIDE, *folders]))}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_our_own_games_come_first() -> None:
    assert games.names()[:2] == ("saat-aath", "badam-satti")


def test_another_package_adds_a_game_by_an_entry_point() -> None:
    assert run_with_outside("import games; print(games.names())") == "('saat-aath', 'badam-satti', 'high-card')"


def test_games_that_are_broken_are_left_out_and_say_why(tmp_path: Path) -> None:
    broken_games.install(tmp_path)
    program = "import games, json; print(json.dumps([games.names(), games.broken()]))"
    names, broken = json.loads(run_with_outside(program, tmp_path))
    assert names == ["saat-aath", "badam-satti", "high-card"]
    assert sorted(broken) == sorted(broken_games.BROKEN)
    for name, (_, reason) in broken_games.BROKEN.items():
        assert reason in broken[name], name


def test_a_broken_game_is_refused_by_its_reason(tmp_path: Path) -> None:
    broken_games.install(tmp_path)
    program = """
import games
for name in ("missing-module", "no-such-game"):
    try:
        games.load(name)
    except games.GameMissing as error:
        print(error)
"""
    first, second = run_with_outside(program, tmp_path).splitlines()
    assert "No module named 'nowhere'" in first
    assert "'no-such-game' is not a game; it must be one of saat-aath, badam-satti, high-card" in second


def test_the_conformance_check_covers_a_game_from_outside() -> None:
    program = "import games; from games import checks; checks.check(games.load('high-card', stakes=3)); print('holds')"
    assert run_with_outside(program) == "holds"


def test_a_game_from_outside_has_matches_and_replays_like_any_other() -> None:
    program = """
import pickle, games
from games import match, players, replay
game = games.load("high-card")
assert pickle.loads(pickle.dumps(game.start("a", 0).view(1))).game == game
assert players.names("high-card") == ("random",)
doc = match.play(game, [players.load("random", game, seed=n) for n in range(2)], seed="5eed", boards=3)
assert replay.read(replay.dumps(doc)).doc == doc
doc["games"][2]["deals"][0]["actions"][1][1] = "AS"
try:
    replay.read(replay.dumps(doc))
except replay.ReplayError as error:
    print(error)
"""
    assert run_with_outside(program).startswith("game 2, deal 0, action 1: 'AS' is no action of high-card")


def test_the_players_of_a_game_are_loaded_by_name() -> None:
    for name in games.names():
        game = games.load(name)
        assert players.names(name)[:2] == ("random", "easy")
        for player in players.names(name)[:2]:
            assert players.load(player, game, seed=1).name == player


def test_the_engine_needs_the_standard_library_only() -> None:
    program = "import sys, games.match, games.replay, games.checks; [games.load(name) for name in games.names()];"
    program += "print([m for m in sys.modules if m.split('.')[0] in ('numpy', 'django', 'scipy', 'arena', 'bots')])"
    assert run_with_outside(program) == "[]"
