"""Forms of the contests' pages. They check shapes; what the rules of the house allow is checked in services."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from arena.contests import conf
from arena.contests.models import Contest, Match
from arena.contests.tournaments.filters import KINDS
from arena.errors import Refused
from arena.strict_forms import Choice, Named, StrictForm, Whole
from arena.submissions import lookup
from arena.submissions.forms import any_game
from arena.submissions.models import Bot


class ContestFilterForm(StrictForm):
    also = ("page",)

    kind = Choice(choices=[("", "Any kind"), *((kind, kind.capitalize()) for kind in KINDS)], required=False)
    state = Choice(choices=[("", "Any state"), *Contest.State.choices], required=False)
    format = Choice(choices=[("", "Any format"), *Contest.Format.choices], required=False)
    game = Choice(choices=any_game, required=False)
    preset = Named(lookup.preset, required=False)
    organiser = Named(lambda name: lookup.account(name, "organiser"), required=False)

    def clean(self) -> None:
        super().clean()
        wanted = self.cleaned_data
        if wanted.get("game") and wanted.get("preset"):
            try:
                lookup.preset(wanted["preset"], wanted["game"])
            except Refused as refused:
                self.add_error("preset", str(refused))


class MatchFilterForm(StrictForm):
    also = ("cursor",)

    state = Choice(choices=[("", "any"), *Match.State.choices], required=False)
    bot = Named(lookup.bot, required=False)
    against = Named(lookup.bot, required=False)


class EnterForm(StrictForm):
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
            try:
                self.cleaned_data["bot"] = lookup.bot(name)
            except Refused as refused:
                raise forms.ValidationError(str(refused)) from None
        elif not self.errors and self.cleaned_data.get("bot") is None:
            raise forms.ValidationError("Choose a bot.")


class ReasonForm(StrictForm):
    reason = forms.CharField(max_length=4 * conf.REASON_LENGTH, required=False)


class ExtendForm(StrictForm):
    rounds = Whole(label="More rounds", initial=1, min_value=1, max_value=conf.MAX_ROUNDS)
    boards = Whole(label="Boards a match in them", min_value=1, max_value=conf.MAX_BOARDS)
