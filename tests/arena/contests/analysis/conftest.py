from importlib import import_module
from typing import Any

import pytest


@pytest.fixture
def match(make_contest: Any, play_all: Any) -> Any:
    """Of two bots at Saat-Aath: three boards, so six games of one deal each."""
    contest = make_contest(boards=3)
    play_all(contest)
    return contest.matches.get()


@pytest.fixture
def quick_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """For what is not about its answers: every action is worth nothing, and a deal takes no time."""

    def price(document: Any, where: Any) -> list[dict[str, int]]:
        deal = document["games"][where.game]["deals"][where.deal]
        return [{action: 0} for _, action in deal["actions"]]

    monkeypatch.setattr(import_module("arena.contests.analysis.work"), "price", price)
