"""States change in one module, and the database checks what they say."""

import ast
from pathlib import Path

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

import arena.contests
from arena.contests.common import states
from arena.contests.models import Contest, Match

FOLDER = Path(arena.contests.__file__).parent


def writers(tree: ast.AST) -> list[int]:
    """The lines that assign to something's `state`, or update it in a contest's or match's rows."""
    lines = []
    for node in ast.walk(tree):
        targets = node.targets if isinstance(node, ast.Assign) else []
        parts = [part for target in targets for part in (target.elts if isinstance(target, ast.Tuple) else [target])]
        lines += [part.lineno for part in parts if isinstance(part, ast.Attribute) and part.attr == "state"]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "update":
            lines += [word.value.lineno for word in node.keywords if word.arg == "state"]
    return lines


def test_no_other_module_writes_a_state() -> None:
    entries = {"tournaments/entries.py", "tournaments/lifecycle.py", "ladders/ladders.py"}  # these remove entries
    entries |= {"analysis/claims.py"}  # the states of analyses
    found = {
        str(path.relative_to(FOLDER))
        for path in FOLDER.rglob("*.py")
        if "migrations" not in path.parts and writers(ast.parse(path.read_text()))
    }
    assert found - entries == {"common/states.py"}


@pytest.mark.django_db
def test_what_is_over_stays_over(make_contest):
    contest = make_contest(start=False)
    states.move_contest(contest, Contest.State.CANCELLED)
    assert contest.finished_at
    for state in Contest.State.values:
        with pytest.raises(states.NotAMove):
            states.move_contest(contest, state)


@pytest.mark.django_db
def test_a_match_moves_only_along_its_states(make_contest):
    rows = make_contest().matches.all()
    assert states.move_matches(rows, Match.State.DONE, places=[]) == 0, "it has not been claimed"
    assert states.move_matches(rows, Match.State.VOID, void_reason="rain") == 1
    assert states.move_matches(rows, Match.State.VOID, void_reason="again") == 0
    assert states.move_matches(rows, Match.State.WAITING) == 0
    assert rows.get().finished_at


@pytest.mark.django_db
@pytest.mark.parametrize(
    "wrong",
    [
        {"state": "asleep"},
        {"state": "finished"},
        {"state": "running", "started_at": None},
        {"finished_at": timezone.now()},
    ],
)
def test_the_database_refuses_states_that_say_what_is_not_so(make_contest, wrong):
    contest = make_contest(start=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        Contest.objects.filter(pk=contest.pk).update(**wrong)
