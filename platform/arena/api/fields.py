"""Fields of the API's inputs. Unlike DRF's own they convert nothing by guessing: a text is a text, `1e999` is not a
number, digits are ASCII, and a choice that does not exist is answered with the closest one that does. A form's fields
are texts, so numbers and booleans are read from texts too."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from arena import inputs
from arena.errors import Refused

TRUE, FALSE = ("true", "1", "on", "yes"), ("false", "0", "off", "no")


class Text(serializers.CharField):
    """What reaches a service that decides what a name may be; passwords too."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class Whole(serializers.IntegerField):
    def to_internal_value(self, data: Any) -> int:
        if isinstance(data, float) and data.is_integer() and abs(data) < 10**15:
            data = int(data)
        if isinstance(data, str) and inputs.WHOLE.fullmatch(data):
            data = int(data)
        if isinstance(data, bool) or not isinstance(data, int) or abs(data) >= 10**18:
            self.fail("invalid")
        return int(data)


class Number(serializers.FloatField):
    def to_internal_value(self, data: Any) -> float:
        found = None if isinstance(data, bool | list | dict) else inputs.number(str(data))
        if found is None:
            self.fail("invalid")
        return float(found)


class Flag(serializers.BooleanField):
    def to_internal_value(self, data: Any) -> bool:
        if isinstance(data, bool):
            return data
        if isinstance(data, str) and data.lower() in TRUE + FALSE:
            return data.lower() in TRUE
        raise serializers.ValidationError("It must be true or false.")


class Choice(serializers.ChoiceField):
    """`choices` may be a function, which is asked at each use."""

    def __init__(self, choices: Iterable[Any] | Callable[[], Iterable[Any]], **how: Any) -> None:
        super().__init__(list(choices() if callable(choices) else choices), **how)

    def to_internal_value(self, data: Any) -> str:
        if data == "" and self.allow_blank:
            return ""
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(str(inputs.unknown_value(data, map(str, self.choices), "")))
        return data


class Moment(serializers.DateTimeField):
    """A time with its zone. One without is refused: the server cannot know whose it is."""

    def to_internal_value(self, value: Any) -> datetime:
        found = inputs.moment(value) if isinstance(value, str) else None
        if found is None:
            raise serializers.ValidationError(
                "It must be a time with its zone in ISO 8601, such as 2030-05-17T18:00:00Z or 2030-05-17T18:00+05:30."
            )
        return found.astimezone(UTC)


@extend_schema_field({"type": "string"})
class Named(serializers.Field[Any, Any, Any, Any]):
    """Something that is named by its id or by its name, and looked up by one function for all of the site."""

    def __init__(self, lookup: Callable[[str], Any], **how: Any) -> None:
        super().__init__(**how)
        self.lookup = lookup

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, int) and not isinstance(data, bool):
            data = str(data)
        if not isinstance(data, str):
            raise serializers.ValidationError("It must be an id or a name, as text.")
        try:
            return self.lookup(data)
        except Refused as refused:
            raise serializers.ValidationError(str(refused)) from None

    def to_representation(self, value: Any) -> str:
        return str(value)
