"""Forms of the contests' pages. They check shapes; what the rules of the house allow is checked in services."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from arena.contests import conf
from arena.submissions.models import Bot


class EnterForm(forms.Form):
    """Which bot to enter: one of `bots`, or any by its name."""

    bot = forms.ModelChoiceField(
        Bot.objects.none(),
        empty_label=None,
        required=False,
        error_messages={"invalid_choice": "Choose one of the bots in the list: ready to play, and not entered yet."},
    )
    name = forms.CharField(
        required=False, max_length=100, widget=forms.TextInput(attrs={"placeholder": "owner/name", "required": True})
    )
    invite = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, bots: QuerySet[Bot], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["bot"].queryset = bots  # type: ignore[attr-defined]

    def clean(self) -> None:
        super().clean()
        if name := self.cleaned_data.get("name"):
            owner, _, short = name.partition("/")
            found = Bot.objects.select_related("owner").filter(owner__username=owner, name=short).first()
            if found is None:
                raise forms.ValidationError(f"There is no bot {name}. Write it as owner/name.")
            self.cleaned_data["bot"] = found
        elif not self.errors and self.cleaned_data.get("bot") is None:
            raise forms.ValidationError("Choose a bot.")


class ReasonForm(forms.Form):
    reason = forms.CharField(max_length=500, required=False)


class ExtendForm(forms.Form):
    rounds = forms.IntegerField(label="More rounds", initial=1, min_value=1, max_value=conf.MAX_ROUNDS)
    boards = forms.IntegerField(label="Boards a match in them", min_value=1, max_value=conf.MAX_BOARDS)
