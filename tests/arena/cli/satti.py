"""Runs the command `satti`."""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

import pytest

from arena.cli import main
from tests.support import ROOT

VECTORS = ROOT / "tests" / "vectors"
PATH = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
WITHOUT_SERVERS = {
    name: value
    for name, value in os.environ.items()
    if name not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY")
}


@dataclass(frozen=True)
class Done:
    out: str
    err: str


def command(*words: object) -> list[str]:
    return [sys.executable, "-c", "from arena.cli import main; main()", *map(str, words)]


def satti(*words: object, code: int) -> Done:
    """Run it in this process, which saves its start, and insist on the exit code."""
    out, err = io.StringIO(), io.StringIO()
    before, sys.argv = sys.argv, ["satti", *map(str, words)]
    try:
        with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as exit_:
            main()
    finally:
        sys.argv = before
    assert exit_.value.code == code, f"exit code {exit_.value.code}\n{out.getvalue()}\n{err.getvalue()}"
    return Done(out.getvalue(), err.getvalue())


def satti_alone(*words: object, code: int, packages: str = "", **more: str) -> Done:
    """Run it in a process of its own, as a person would; insist on the exit code and on no traceback. `packages`: a
    folder with more of them. `more`: of the environment."""
    env = WITHOUT_SERVERS | {"PYTHONPATH": os.pathsep.join([PATH, packages])} | more
    done = subprocess.run(command(*words), capture_output=True, env=env, timeout=120)
    out, err = (stream.decode(more.get("PYTHONIOENCODING", "utf-8")) for stream in (done.stdout, done.stderr))
    assert done.returncode == code, f"exit code {done.returncode}\n{out}\n{err}"
    assert "Traceback" not in err
    return Done(out, err)
