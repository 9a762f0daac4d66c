"""The replay format satti-replay/1: reading, writing, making again, tracing. See docs/replay.md."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from games import registry
from games.core import Game
from games.verify import ReplayError, Walk

__all__ = ["Replay", "ReplayError", "dumps", "read", "regenerate", "trace"]

_KEYS = ("format", "game", "options", "seed", "players", "games", "match_scores")
_GAME_KEYS = ("board", "rotation", "deals", "places", "faults")
_DEAL_KEYS = ("deal", "dealer", "pack", "actions", "tricks", "scores")
_FAULT_KEYS = ("player", "deal", "action", "kind")


@dataclass(frozen=True)
class Replay:
    """A replay that holds: its actions are legal, its results right."""

    game: Game
    doc: dict[str, Any]  # with the keys that a site added at the top


def read(text: str | bytes) -> Replay:
    """The replay in `text`. Raises ReplayError, with the place of the first thing that is wrong, and nothing else."""
    try:
        doc = json.loads(
            text if isinstance(text, str) else text.decode(), object_pairs_hook=_unique, parse_constant=_no_constant
        )
    except RecursionError:
        raise ReplayError("nested too deeply") from None
    except ReplayError:
        raise
    except ValueError as error:  # UnicodeDecodeError, JSONDecodeError, and the limit on the digits of a number
        raise ReplayError(f"not JSON in UTF-8: {error}") from None
    walk = Walk(doc)
    for _ in walk:
        pass
    return Replay(walk.game, doc)


def trace(doc: Any) -> Iterator[dict[str, Any]]:
    """The lines of a replay's trace: each action with all that were legal, faults, results. Raises ReplayError."""
    yield from Walk(doc)


def regenerate(doc: Any) -> bytes:
    """The canonical bytes of the replay that the seed and the actions of `doc` imply. Raises ReplayError."""
    walk = Walk(doc)
    for _ in walk:
        pass
    return dumps(walk.doc)


def dumps(doc: Mapping[str, Any]) -> bytes:
    """The canonical bytes of a replay: one line of compact JSON, keys in the order of the format and no others."""
    games = [
        _ordered(game, _GAME_KEYS)
        | {
            "deals": [_ordered(deal, _DEAL_KEYS) for deal in game["deals"]],
            "faults": [_ordered(fault, _FAULT_KEYS) for fault in game["faults"]],
        }
        for game in doc["games"]
    ]
    options = _ordered(doc["options"], tuple(spec.name for spec in registry.find(doc["game"]).options))
    text = json.dumps(
        _ordered(doc, _KEYS) | {"options": options, "games": games}, ensure_ascii=False, separators=(",", ":")
    )
    return text.encode() + b"\n"


def _ordered(value: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    return {key: value[key] for key in keys if key in value}


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for name, value in pairs:
        if name in result:
            raise ReplayError(f"the key {name!r:.80} stands twice in one object")
        result[name] = value
    return result


def _no_constant(name: str) -> Any:
    raise ReplayError(f"{name} is no number of JSON")
