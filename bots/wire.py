"""What runner and bot say to each other, JSON lines, version 2; docs/bot-protocol.md has the messages.

The runner believes nothing that a bot sends: `decode` takes exactly the agreed shapes.
"""

import json
import re
from typing import Any, NoReturn

VERSION = 2
SHAPES = ({"n": int, "action": str}, {"n": int, "done": bool}, {"n": int, "error": str, "reason": str})


class WireError(ValueError):
    """A line that is no answer; the message says what is wrong with it."""


def encode(message: Any) -> bytes:
    return (_encode(message) + "\n").encode()


def encode_answer(number: int, answer: dict[str, Any]) -> bytes:
    if "action" in answer:  # for speed: nearly all of them
        return b'{"n":%d,"action":%b}\n' % (number, _string(answer["action"]).encode())
    return encode({"n": number, **answer})


def read(line: bytes) -> dict[str, Any]:
    """A question: the runner wrote it, so nothing is checked."""
    question: dict[str, Any] = _read(line.decode())[0]
    return question


def decode(line: bytes) -> dict[str, Any]:
    """The answer in a line: a dictionary of one of the `SHAPES`. Raises WireError."""
    usual = _USUAL(line)
    if usual:
        return {"n": int(usual[1]), "action": usual[2].decode()}
    try:
        value = _decode(line.decode())
    except UnicodeDecodeError:
        raise WireError("the answer is not UTF-8") from None
    except RecursionError:
        raise WireError("the answer is nested too deeply") from None
    except WireError:
        raise
    except ValueError as error:
        raise WireError(f"the answer is not JSON: {error}") from None
    if type(value) is not dict or {key: type(item) for key, item in value.items()} not in SHAPES:
        raise WireError("the answer is JSON, but of no agreed shape")
    for item in value.values():
        if type(item) is str and not _is_text(item):
            raise WireError("the answer holds a NUL or half a character")
    return value


def _is_text(value: str) -> bool:
    try:
        return b"\0" not in value.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return False


def _refuse(text: str) -> NoReturn:
    raise WireError(f"the answer holds the number {text[:20]}; only whole numbers are taken")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise WireError("the answer names a key twice")
    return value


_USUAL = re.compile(rb'{"n":([1-9][0-9]{0,8}),"action":"([0-9A-Za-z ]*)"}').fullmatch  # for speed: what `encode` makes
_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode
_string = json.encoder.encode_basestring_ascii
_read = json.JSONDecoder().raw_decode
_decode = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_refuse).decode
