"""How the API reads JSON. Named in the settings, so nothing here may import views."""

import json
import math
from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class StrictJSONParser(BaseParser):
    """JSON in UTF-8, without what PostgreSQL cannot store (NUL, lone surrogates), what no parser survives (endless
    nesting), what is no number (NaN, 1e999), or what would be read in two ways (a key given twice)."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: Any = None, parser_context: Any = None) -> Any:
        try:
            data = json.loads(
                stream.read().decode("utf-8"),
                parse_constant=_no_number,
                parse_float=_number,
                object_pairs_hook=_once_each,
            )
            storable(data)
        except RecursionError:
            raise ParseError("The body is nested too deeply.") from None
        except UnicodeDecodeError:
            raise ParseError("The body must be JSON in UTF-8.") from None
        except ValueError as error:
            raise ParseError(f"The body is not valid JSON: {error}") from None
        return data


def _no_number(text: str) -> Any:
    raise ParseError(f"{text} is not a number in JSON.")


def _number(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ParseError(f"The number {text[:60]} is too large.")
    return found


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ParseError(f"The key {ascii(key)[:60]} is given twice in one object.")
        found[key] = value
    return found


def storable(data: Any) -> None:
    if isinstance(data, str):
        if "\0" in data or any("\ud800" <= c <= "\udfff" for c in data):
            raise ParseError("Text may hold no NUL characters and no lone surrogates.")
    elif isinstance(data, dict):
        for key, value in data.items():
            storable(key)
            storable(value)
    elif isinstance(data, list):
        for value in data:
            storable(value)
