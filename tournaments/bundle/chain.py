"""What happens to a contest after its start: records of which each holds the hash of the one before.

A record is a line of canonical JSON with `n` (from 1), `prev` (SHA-256 of the line before, the first time of the
commitment), `at` (ISO 8601), `kind` and what KINDS names. The hash of the last line is the head, published as the chain
grows: nothing before it can be changed, left out or put in afterwards.
"""

from typing import Any

from tournaments.bundle.canonical import canonical, sha256

_int, _str, _list = (int,), (str,), (list,)
Shape = dict[str, tuple[type, ...]]
KINDS: dict[str, Shape] = {
    # of each round from `round` on its tables, by the entries' numbers; `match` is the number of the first match
    "draw": {"round": _int, "match": _int, "boards": _int, "rounds": _list},
    # a ladder's match, with what was pinned for it
    "pair": {"round": _int, "match": _int, "boards": _int, "table": _list, "versions": _list, "sources": _list},
    "try": {"match": _int, "try": _int, "key": _str, "worker": _str},  # written when it starts
    "fail": {"match": _int, "reason": _str},  # the try ended without a result, and no bot is to blame
    "result": {"match": _int, "replay_sha256": _str},
    "void": {"match": _int, "note": _str},
    "rerun": {"match": _int, "again": _int, "note": _str},  # `match` is void, and played again as `again`
    "remove": {"entry": _int, "void": _list, "note": _str},  # the matches that became void with it
    "extend": {"rounds": _int, "boards": _int},
    "pause": {},
    "resume": {},
    "enter": {"entry": _int, "bot": _str, "owner": _str},  # into a ladder
    "leave": {"entry": _int},
    "return": {"entry": _int},
    "finish": {"void": _list, "note": _str},
    "cancel": {"void": _list, "note": _str},
}
"""The kinds of records and the types of what each holds."""
OPTIONAL: dict[str, Shape] = {
    # [match, player, player] of pairs that are not rated since the house's boards of the day are used up; players of
    # the match from 0. Absent where there are none
    "draw": {"unrated": _list},
}
"""What a record of a kind may hold besides."""
FRAME: Shape = {"n": _int, "prev": _str, "at": _str, "kind": _str}


def line(number: int, previous: str, at: str, kind: str, values: dict[str, Any]) -> bytes:
    """The record's line, without its end. ValueError where it is not one of its kind."""
    if values.keys() - OPTIONAL.get(kind, {}).keys() != KINDS[kind].keys():
        raise ValueError(f"a record {kind!r} holds {', '.join(KINDS[kind])}, not {', '.join(values)}")
    return canonical({"n": number, "prev": previous, "at": at, "kind": kind} | values)


def hash_of(record: bytes) -> str:
    """The chain's head, if this line is its last."""
    return sha256(record)
