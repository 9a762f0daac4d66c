"""Verifying a bundle: everything in it that follows from something else is made again and compared."""

import os
from collections.abc import Collection

from tournaments.bundle.archive import Archive, Problem, Wrong, parse, take
from tournaments.bundle.records import FORMAT
from tournaments.bundle.verifying.common import MOST_PROBLEMS, Enough
from tournaments.bundle.verifying.old import OldCheck
from tournaments.bundle.verifying.proven import ProvenCheck
from tournaments.bundle.verifying.report import NOT_COMPARED, UNPROVEN, Expected, Report

__all__ = ["MOST_PROBLEMS", "NOT_COMPARED", "UNPROVEN", "Expected", "Report", "check", "contest_of", "verify"]


def verify(source: bytes | str | os.PathLike[str]) -> list[Problem]:
    """What is wrong with a bundle, given as its bytes or its path; an empty list if everything in it holds.

    Offline and without running any bot. Broken and hostile files are problems like any other. What an empty list does
    not say, where the bundle comes from among it, `check` does.
    """
    return check(source).problems


def contest_of(source: bytes | str | os.PathLike[str]) -> str:
    """The address of the contest on its arena, as the bundle has it; "" where it has none that can be read."""
    try:
        archive = Archive(source)
        where = "commitment.json"
        if archive.is_old:
            return ""
        return str(take(parse(archive.text(where), where), {"contest": (str,)}, where)["contest"])
    except Wrong:
        return ""


def check(
    source: bytes | str | os.PathLike[str],
    *,
    keys: Collection[str] | None = None,
    expected: Expected | None = None,
    strict: bool = True,
) -> Report:
    """Verify a bundle, given as its bytes or its path.

    `keys` are the public keys of the arena that it should come from, in hex. Another key is wrong; without `strict`, or
    where `keys` is None, it leaves the origin unproven. `expected` is what that arena published of the contest.
    """
    report = Report()
    try:
        archive = Archive(source)
    except Wrong as wrong:
        report.problems.append(wrong.problem)
        return report
    checked: OldCheck | ProvenCheck
    if archive.is_old:
        report.format = FORMAT
        report.unproven.append(UNPROVEN)
        checked = OldCheck(archive, report, expected or Expected())
    else:
        checked = ProvenCheck(archive, report, keys, expected or Expected(), strict)
    try:
        checked.run()
    except Wrong as wrong:
        checked.problems.append(wrong.problem)
    except Enough:
        checked.problems.append(Problem("bundle", f"{MOST_PROBLEMS} problems; the rest was not looked at"))
    report.problems += checked.problems
    return report
