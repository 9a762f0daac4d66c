"""`satti verify`: an exported tournament is what it claims to be."""

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arena.cli.common import Misused, Negative, Unproven, read_file
from arena.cli.publications import KEYS, fetch, fetch_contest

if TYPE_CHECKING:
    from tournaments.bundle import Report

PINNED = "pinned"


def verify(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The file that a tournament's page exports.")],
    keys: Annotated[
        str,
        typer.Option(metavar="FILE|pinned", help=f"The arena's public keys: a file, as the arena has it at {KEYS}."),
    ] = PINNED,
    arena: Annotated[
        str, typer.Option(metavar="URL", help="Ask this arena for its keys, and what it published of the contest.")
    ] = "",
    pin: Annotated[bool, typer.Option("--pin", help="Keep the keys asked for as those to trust from now on.")] = False,
) -> None:
    """Verify a tournament's bundle: commitment, chain, signature, deals, replays, standings, ratings.

    Exit code 0: proven. 1: wrong, with every problem. 3: nothing in it is wrong, but what is said is not proven.
    """
    from tournaments import bundle as bundles  # noqa: PLC0415 - brings numpy, which no other command waits for

    data = read_file(bundle)
    expected = bundles.Expected()
    if arena:
        known = _keys(fetch(arena, KEYS), arena)
        if contest := bundles.contest_of(data):
            expected = bundles.Expected(*fetch_contest(arena, contest))
        if pin:
            _pin(known)
    elif pin:
        raise Misused("--pin keeps the keys of an arena: name it with --arena URL")
    else:
        known = _pinned() if keys == PINNED else _keys(read_file(Path(keys)), keys)
    strict = bool(arena) or keys != PINNED
    _show(bundle, bundles.check(data, keys=known, expected=expected, strict=strict))


def _show(path: Path, report: "Report") -> None:
    for problem in report.problems:
        print(problem)
    if report.problems:
        raise Negative(f"{path}: {len(report.problems)} problem{'s' * (len(report.problems) > 1)}")
    print(f"{path}: {report.matches} matches, {report.tries} tries")
    for title, value in (
        ("commitment", report.commitment_sha256),
        ("chain", f"{report.head} ({report.records} records)" if report.head else ""),
        ("signed by", report.key),
    ):
        if value:
            print(f"  {title:<11}{value}")
    for warning in report.warnings:
        print(f"  warning: {warning}")
    if report.unproven:
        hint = "" if report.format.endswith("/1") else "; name its arena with --arena URL, or its keys with --keys FILE"
        raise Unproven(f"{path}: nothing in it is wrong, but {'; '.join(report.unproven)}{hint}")
    print(f"{path}: verified")


def _keys(text: str | bytes, where: str) -> frozenset[str]:
    from tournaments.bundle import signature  # noqa: PLC0415 - see verify

    try:
        return signature.read_keys(text)
    except ValueError as error:
        raise Misused(f"{where}: {error}") from error


def _pin_folder() -> Path:
    base = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(base) / "satti" / "arenas"


def _pinned() -> frozenset[str]:
    """The keys kept by --pin, and those of the arena whose data folder is here."""
    found: set[str] = set()
    for path in sorted(_pin_folder().glob("*.json")):
        found |= _keys(read_file(path), str(path))
    for path in sorted(Path("data/signing-keys").glob("*.json")):
        found |= _own(path)
    return frozenset(found)


def _own(path: Path) -> frozenset[str]:
    from tournaments.bundle import signature  # noqa: PLC0415 - see verify

    try:
        return _keys(json.dumps(signature.key_list([json.loads(path.read_bytes())])), str(path))
    except (OSError, ValueError):  # somebody else's folder: its keys are asked for by --arena
        return frozenset()


def _pin(keys: frozenset[str]) -> None:
    from tournaments.bundle import signature  # noqa: PLC0415 - see verify

    folder = _pin_folder()
    folder.mkdir(parents=True, exist_ok=True)
    kept: list[dict[str, Any]] = [{"key": key} for key in sorted(keys)]
    (folder / f"{min(keys)[:16]}.json").write_text(json.dumps(signature.key_list(kept), indent=1) + "\n")
