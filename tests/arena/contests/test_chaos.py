"""kill -9 at random moments, while a tournament of eight bots runs on a site of its own, as `satti serve` starts it.

CHAOS_KILLS says how often (the issue's own size: 50), CHAOS_SEED repeats the choices of a run.
"""

import os
import subprocess
import sys

import pytest

from tests.arena.cli.satti import PATH, WITHOUT_SERVERS
from tests.support import ROOT

KILLS = int(os.environ.get("CHAOS_KILLS", "4"))
SEED = os.environ.get("CHAOS_SEED", "")


@pytest.mark.long
@pytest.mark.timeout(240 + 20 * KILLS)
def test_whatever_is_killed_every_match_is_played_and_rated_once_and_nobody_is_blamed():
    command = [sys.executable, "-m", "tests.arena.chaos", str(KILLS), *SEED.split()]
    env = WITHOUT_SERVERS | {"PYTHONPATH": PATH}
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout)
    assert done.returncode == 0
