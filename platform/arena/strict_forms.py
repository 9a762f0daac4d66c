"""Forms of pages that refuse what they do not know, like the API: see `arena.inputs`."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms

from arena import inputs
from arena.errors import Refused

SENT_ALONG = ("csrfmiddlewaretoken", "next")
MANY = (forms.SelectMultiple, forms.CheckboxSelectMultiple)


class Strict:
    """A field that the form does not have, or one that is given twice, is an error of the form."""

    also: tuple[str, ...] = ()  # names that belong to the page and not to the form

    def full_clean(self) -> None:
        super().full_clean()  # type: ignore[misc]
        if not self.is_bound:  # type: ignore[attr-defined]
            return
        fields = {self.add_prefix(name): field for name, field in self.fields.items()}  # type: ignore[attr-defined]
        for name in [*self.data, *self.files]:  # type: ignore[attr-defined]
            if name in SENT_ALONG or name in self.also:
                continue
            if name not in fields:
                self.add_error(None, str(inputs.unknown_name(name, fields)))  # type: ignore[attr-defined]
            elif not isinstance(fields[name].widget, MANY) and self._times_given(name) > 1:
                self.add_error(name, "This is given more than once.")  # type: ignore[attr-defined]

    def _times_given(self, name: str) -> int:
        data = self.data  # type: ignore[attr-defined]
        return len(data.getlist(name)) if hasattr(data, "getlist") else 1


class StrictForm(Strict, forms.Form):
    pass


class NothingForm(StrictForm):
    """Of a button, and of a page that only asks whether to do something."""


def understood(form: StrictForm) -> bool:
    """True for a form without errors. Raises Refused with the first of them, for pages that show no form again."""
    if form.is_valid():
        return True
    name, reasons = next(iter(form.errors.items()))
    raise Refused(str(reasons[0]), "" if name == "__all__" else name)


class Choice(forms.ChoiceField):
    """Names the closest choice where one does not exist."""

    def validate(self, value: Any) -> None:
        if value and not self.valid_value(value):
            raise forms.ValidationError(str(inputs.unknown_value(value, self.names(), "")))
        super().validate(value)

    def names(self) -> list[str]:
        found: list[str] = []
        for value, label in self.choices:  # type: ignore[misc, union-attr]
            found += [str(one) for one, _ in label] if isinstance(label, list | tuple) else [str(value)]
        return [name for name in found if name]


class Whole(forms.IntegerField):
    def to_python(self, value: Any) -> int | None:
        text = str(value).strip() if value not in self.empty_values else ""
        if text and not inputs.WHOLE.fullmatch(text):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text or None)


class Number(forms.FloatField):
    def to_python(self, value: Any) -> float | None:  # type: ignore[override]
        text = str(value).strip() if value not in self.empty_values else ""
        if text and inputs.number(text) is None:
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(text or None)


class YesNo(forms.NullBooleanField):
    """true, false, or not given; everything else is refused."""

    WORDS = {"": None, "true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
    widget = forms.HiddenInput

    def to_python(self, value: Any) -> bool | None:  # type: ignore[override]
        word = str(value if value is not None else "").lower()
        if word not in self.WORDS:
            raise forms.ValidationError("It must be true or false.")
        return self.WORDS[word]


class Named(forms.CharField):
    """Something that is named by its id or by its name; None where the field is left empty."""

    def __init__(self, lookup: Callable[[str], Any], **how: Any) -> None:
        super().__init__(**how)
        self.lookup = lookup

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return self.lookup(text) if text else None
        except Refused as refused:
            raise forms.ValidationError(str(refused)) from None


class Moment(forms.CharField):
    """A time as `datetime-local` inputs send it, in the zone of the form's field `time_zone`; or with its own zone."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"})

    def read(self, text: str, zone: ZoneInfo) -> datetime:
        found = inputs.moment(text, zone)
        if found is None:
            raise forms.ValidationError("Enter a date and a time, such as 2030-05-17T18:00.")
        if found.astimezone(UTC).astimezone(zone).replace(tzinfo=None) != found.astimezone(zone).replace(tzinfo=None):
            raise forms.ValidationError("Clocks skip this time of day in your time zone. Choose another one.")
        return found.astimezone(UTC)
