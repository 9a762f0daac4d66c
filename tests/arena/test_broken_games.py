"""An arena with packages of games that cannot be played: the commands, the sandbox, the pages."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.contests.models import Contest
from games import registry
from tests.arena.cli.satti import PATH, satti_alone
from tests.arena.submissions.making import GOOD
from tests.games import broken_games
from tests.support import ROOT


def test_every_command_works_and_the_check_warns_of_each(tmp_path: Path) -> None:
    broken_games.install(tmp_path)
    env = os.environ | {"PYTHONPATH": os.pathsep.join([PATH, str(tmp_path)])}
    command = [sys.executable, ROOT / "manage.py", "check"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert "The game missing-module cannot be played. ModuleNotFoundError: No module named 'nowhere'" in done.stderr
    assert done.stderr.count("arena.W001") == len(broken_games.BROKEN)


def test_the_sandbox_plays_the_other_games(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    broken_games.install(packages)
    bot = tmp_path / "bot.py"
    bot.write_bytes(GOOD)
    satti_alone("check", bot, "-g", "saat-aath", code=0, packages=str(packages))
    err = satti_alone("check", bot, "-g", "raises", code=2, packages=str(packages)).err
    assert "raises cannot be played here, because its package is broken: ZeroDivisionError" in err


def test_a_game_that_only_the_sandbox_cannot_load_is_the_hosts_failure(tmp_path: Path) -> None:
    """It needs a library that is installed here and not in the jail."""
    packages = tmp_path / "packages"
    info = packages / "big-1.0.dist-info"
    info.mkdir(parents=True)
    game = (ROOT / "tests" / "games" / "outside" / "satti_high_card.py").read_text()
    (packages / "big_game.py").write_text(f"import django\n{game}")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: big\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[satti.games]\nhigh-card = big_game:RULES\n")
    bot = tmp_path / "bot.py"
    bot.write_bytes(GOOD)
    err = satti_alone("check", bot, "-g", "high-card", code=1, packages=str(packages)).err
    assert "not checked: the sandbox cannot load high-card" in err


@pytest.mark.django_db
def test_pages_about_a_game_that_is_gone_say_so_and_the_others_work(
    client: Any, cast: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = Contest.objects.create(
        name="Cup", slug="cup", game="chess", options={}, seats=2, organiser=cast["owner"], format="round-robin"
    )
    monkeypatch.setattr(registry, "_outside", lambda: ({}, {"chess": "ImportError: no board"}))
    registry.find.cache_clear()
    for address in ("/", "/api/v1/games/", "/leaderboard/", "/bots/", "/api/v1/tournaments/", "/contests/"):
        assert client.get(address, follow=True).status_code in (200, 503), address
    for address in (contest.get_absolute_url(), f"/api/v1/tournaments/{contest.pk}/"):
        assert client.get(address).status_code in (200, 503), address
    client.force_login(cast["operator"])
    assert b"no board" in client.get("/status/").content
