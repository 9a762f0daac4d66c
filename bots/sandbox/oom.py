"""What the kernel ends first when the machine's memory runs out: bots, then the jail, not the runner or a database."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

SCORE = Path("/proc/self/oom_score_adj")
EARLY = "900"  # the jail's first process, which ends all bots with it
FIRST = "1000"


@contextlib.contextmanager
def early_to_go() -> Iterator[None]:
    """For every process that is started in here, and theirs. It belongs to the whole process, so keep it short."""
    try:
        before = SCORE.read_text()
        SCORE.write_text(EARLY)
    except OSError:  # a /proc that cannot be written to
        yield
        return
    try:
        yield
    finally:
        SCORE.write_text(before)


def go_first(pid: int) -> None:
    """For a process of a bot, before it runs any of the bot's code."""
    with contextlib.suppress(OSError):  # a /proc that cannot be written to
        Path(f"/proc/{pid}/oom_score_adj").write_text(FIRST)
