"""The options of a game: what each may be, and clear errors for what it may not."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

OptionValue = str | int | bool | None
Options = Mapping[str, OptionValue]


class OptionError(ValueError):
    """A name or a value that is not allowed; `option` names it, the message says what it may be."""

    def __init__(self, option: str, message: str) -> None:
        super().__init__(f"option {option}: {message}")
        self.option = option


class GameMissing(OptionError):
    """A game that is unknown here, or whose package is broken."""

    def __init__(self, message: str) -> None:
        super().__init__("game", message)


@dataclass(frozen=True)
class OptionSpec:
    """One option. It is one of `choices`, or else a whole number from `low` to `high` (or None where `optional`)."""

    name: str
    default: OptionValue
    help: str
    choices: tuple[OptionValue, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False

    @property
    def values(self) -> str:
        """What the option may be, in words."""
        if self.choices:
            return "one of " + ", ".join(json.dumps(choice) for choice in self.choices)
        return f"a whole number from {self.low} to {self.high}" + (" or null" if self.optional else "")

    def check(self, value: Any) -> OptionValue:
        """`value` where it is allowed; raises OptionError. `True` is no number and 1 is no truth value."""
        if self.choices:
            allowed = any(type(value) is type(choice) and value == choice for choice in self.choices)
        elif value is None:
            allowed = self.optional
        else:
            allowed = type(value) is int and self.low <= value <= self.high
        if not allowed:
            raise OptionError(self.name, f"{show(value)} is not allowed; it must be {self.values}")
        return value  # type: ignore[no-any-return]  # one of the allowed values

    def parse(self, text: str) -> OptionValue:
        """The value that `text` writes, from a command line or a form: `plain`, `true`, `5`, `none`."""
        words: dict[str, OptionValue] = {"true": True, "false": False, "none": None, "null": None, "": None}
        value: OptionValue = text
        if text.lower() in words and text not in self.choices:
            value = words[text.lower()]
        elif text.isascii() and text.isdigit() and len(text) < 10:
            value = int(text)
        return self.check(value)


def resolve(specs: tuple[OptionSpec, ...], *layers: Mapping[str, Any]) -> Options:
    """All options in the order of `specs`: the defaults, changed by each of `layers` in turn. Raises OptionError."""
    given = {name: value for layer in layers for name, value in layer.items()}
    known = {spec.name for spec in specs}
    for name in given:
        if name not in known:
            raise OptionError(
                show(name).strip('"'), f"unknown; the options are {', '.join(spec.name for spec in specs)}"
            )
    return MappingProxyType({spec.name: spec.check(given.get(spec.name, spec.default)) for spec in specs})


def show(value: Any) -> str:
    """`value`, which may be anything, for an error message: its JSON, cut where it is long."""
    try:
        shown = json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        shown = f"a {type(value).__name__}"
    return shown if len(shown) <= 60 else shown[:57] + "..."
