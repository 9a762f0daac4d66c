"""The attack suite's contents, read from its files."""

import platform
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bots.attacks.uploads import UPLOADS

FOLDER = Path(__file__).parent
PLAYS_ON = "plays on"


@dataclass(frozen=True)
class Attack:
    """`verdicts`: what it may end in, each of its games in one. A bot's `code` is played; an `upload` is only read."""

    layer: str
    name: str
    verdicts: tuple[str, ...]
    code: str = field(default="", repr=False)
    upload: str = ""
    limits: dict[str, Any] = field(default_factory=dict)
    faulty_games: int = 2
    busy_opponent: float = 0.0
    without: tuple[str, ...] = ()
    needs: str = ""


@cache
def attacks() -> tuple[Attack, ...]:
    """All of this machine's, layer by layer."""
    uploads = [Attack("uploads", name, (verdict,), upload=name) for name, (_, _, verdict) in UPLOADS.items()]
    return (*uploads, *(attack for path in sorted(FOLDER.glob("*.toml")) for attack in _read(path)))


def _read(path: Path) -> Iterator[Attack]:
    document = tomllib.loads(path.read_text())
    for entry in document["attack"]:
        if entry.pop("machine", platform.machine()) != platform.machine():
            continue
        name, code, verdict = entry.pop("name"), entry.pop("bot"), entry.pop("verdict")
        verdicts = (verdict,) if isinstance(verdict, str) else tuple(verdict)
        others = entry.pop("verdict_of", {})
        entry["without"] = tuple(entry.pop("without", ()))
        for item in entry.pop("each", [None]):
            each = verdicts if item not in others else (others[item],)
            if item is None:
                yield Attack(document["layer"], name, each, code, **entry)
            else:
                yield Attack(document["layer"], f"{name}: {item!r}", each, f"ITEM = {item!r}\n{code}", **entry)
