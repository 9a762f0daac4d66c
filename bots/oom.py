"""What the kernel ends first when the machine's memory runs out: bots, not the runner or a database beside it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

SCORE = Path("/proc/self/oom_score_adj")
FIRST = "1000"


@contextlib.contextmanager
def first_to_go() -> Iterator[None]:
    """For every process that is started in here, and theirs. It belongs to the whole process, so keep it short."""
    try:
        before = SCORE.read_text()
        SCORE.write_text(FIRST)
    except OSError:  # a /proc that cannot be written to
        yield
        return
    try:
        yield
    finally:
        SCORE.write_text(before)
