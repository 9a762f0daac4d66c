"""The base of what requests of the API carry, in their bodies and in their query strings."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from rest_framework import serializers

from arena import inputs
from arena.errors import Refused


class Input(serializers.Serializer[Any]):
    """Refuses names that it does not know. A form is read like JSON: what it does not have is absent, never false."""

    noun = "field"

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, QueryDict):
            data = self.plain(data)
        if isinstance(data, Mapping):
            known = [name for name, field in self.fields.items() if not field.read_only]
            wrong = {}
            for name in data:
                try:
                    inputs.require_known([str(name)], known, self.noun)
                except Refused as refused:
                    wrong[refused.field] = [str(refused)]
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)

    def plain(self, form: QueryDict) -> dict[str, Any]:
        data: dict[str, Any] = {}
        for name, values in form.lists():
            if isinstance(self.fields.get(name), serializers.ListField):
                data[name] = values
            elif len(values) == 1:
                data[name] = values[0]
            else:
                raise serializers.ValidationError({name: [f"It is given {len(values)} times; give it once."]})
        return data


class Nothing(Input):
    """Of requests that carry nothing."""


class Query(Input):
    """The parameters of a query string."""

    noun = "query parameter"


class Problem(serializers.Serializer[Any]):
    """What was wrong, as problem details (RFC 9457)."""

    type = serializers.CharField(help_text="about:blank: the status says what kind of problem it is")
    title = serializers.CharField(help_text="the status in words")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="what was wrong and what would be right, for people")
    errors = serializers.DictField(  # type: ignore[assignment]
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="the inputs at fault by name, each with its reasons",
    )
