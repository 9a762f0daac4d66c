"""`satti verify`: an exported tournament is what it claims to be."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.common import Negative, read_file


def verify(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The file that a tournament's page exports.")],
) -> None:
    """Verify a tournament's bundle: seeds, replays, standings. Exit code 1, with every problem, if it is wrong."""
    import tournaments.bundle  # noqa: PLC0415 - brings numpy, which no other command waits for

    data = read_file(bundle)
    problems = tournaments.bundle.verify(data)
    for problem in problems:
        print(problem)
    if problems:
        raise Negative(f"{bundle}: {len(problems)} problem{'s' * (len(problems) > 1)}")
    print(f"{bundle}: verified")
