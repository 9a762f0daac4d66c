"""Bots are what the kernel ends first when memory runs out, and the runner stays as it was."""

from pathlib import Path

from bots.log import Log
from bots.sandbox import jail, oom
from bots.sandbox.process import BotProcess
from tests.bots import tables


def score(pid: int | str) -> int:
    return int(Path(f"/proc/{pid}/oom_score_adj").read_text())


def test_a_bot_goes_before_its_runner():
    before = score("self")
    process = BotProcess(jail.current(), tables.source(tables.HONEST), tables.QUICK, Log(), 60.0)
    try:
        assert score(process.pid) == int(oom.FIRST) > score(jail.current().pid) == int(oom.EARLY) > before
        assert score("self") == before
    finally:
        process.close()


def test_where_it_cannot_be_said_nothing_fails(monkeypatch, tmp_path):
    monkeypatch.setattr(oom, "SCORE", tmp_path / "none" / "oom_score_adj")
    with oom.early_to_go():
        pass
