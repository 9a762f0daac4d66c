"""What the schema says of answers that no serializer makes: they are computed as plain JSON, see `games.frames`,
`games.solver` and `arena.contests.standings.contest_statistics`."""

from typing import Any


def _nullable(kind: str) -> dict[str, Any]:
    return {"type": kind, "nullable": True}


def _array(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


FRAMES = _array(
    {
        "type": "object",
        "description": "one step; what lies on the table is the game's own, in further properties",
        "required": ["kind", "text", "deal", "action", "seat", "to_act", "scores"],
        "properties": {
            "kind": {"type": "string"},
            "text": {"type": "string", "description": "the step in a sentence"},
            "deal": _nullable("integer"),
            "action": _nullable("integer"),
            "seat": _nullable("integer"),
            "word": _nullable("string"),
            "card": _nullable("string"),
            "to_act": _nullable("integer"),
            "dealer": _nullable("integer"),
            "legal": _array({"type": "string"}),
            "scores": _array({"type": "integer"}),
            "places": {**_array({"type": "integer"}), "nullable": True},
        },
        "additionalProperties": {},
    }
)
VALUES = _array(
    {
        "type": "object",
        "nullable": True,
        "description": "by legal action the tricks that it leads to; null in the draws",
        "additionalProperties": {"type": "integer"},
    }
)
MOVES_LOG = {
    "type": "object",
    "required": ["entries"],
    "properties": {
        "entries": _array(
            {
                "type": "object",
                "required": ["deal", "action", "player", "stream", "text"],
                "properties": {
                    "deal": _nullable("integer"),
                    "action": _nullable("integer"),
                    "player": {"type": "integer"},
                    "stream": {"type": "string", "enum": ["stdout", "stderr", "runner"]},
                    "text": {"type": "string"},
                },
            }
        )
    },
}
PENDING = {
    "type": "object",
    "required": ["pending"],
    "properties": {"pending": {"type": "boolean", "description": "always true: it is being computed"}},
}
STATISTICS: dict[str, Any] = {
    "type": "object",
    "description": "empty before the first snapshot",
    "properties": {
        "matches": {"type": "integer"},
        "computed_at": {"type": "string", "format": "date-time"},
        "cells": {
            "type": "object",
            "nullable": True,
            "description": "by pair of entries, as 3-5: mean, low and high of the 95 % interval, boards",
            "additionalProperties": _array({"type": "number"}),
        },
        "standings": _array({"type": "object", "additionalProperties": {}}),
        "fit": _array({"type": "object", "additionalProperties": {}}),
        "neighbours": _array({"type": "object", "additionalProperties": {}}),
    },
    "additionalProperties": {},
}
