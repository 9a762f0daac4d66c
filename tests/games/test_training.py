"""From training to an upload, as docs/training.md tells it: what train.py writes plays in the sandbox."""

import io
import shutil
import subprocess
import sys
import zipfile

import pytest

import bots
import games
from tests.support import ROOT


@pytest.mark.parametrize(("game", "preset"), [("saat-aath", "classic"), ("badam-satti", "quick")])
def test_a_trained_bot_passes_the_check_of_uploads(game, preset, tmp_path):
    for name in ("train.py", "bot.py"):
        shutil.copy(ROOT / "examples" / "trained_bot" / name, tmp_path)
    train = [sys.executable, "train.py", "--game", game, "--preset", preset, "--games", "3"]
    subprocess.run(train, cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, check=True, timeout=120)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in ("bot.py", "weights.npz"):
            archive.write(tmp_path / name, name)
    verdict = bots.check(bots.source.read(data.getvalue(), "trained.zip"), games.load(game, preset), bots.Limits())
    assert (verdict.kind, verdict.log) == ("ready", "")
