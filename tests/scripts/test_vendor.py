import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_vendored_files_are_the_ones_that_the_manifest_names() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts/vendor.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
