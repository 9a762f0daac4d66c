"""Forms of the bots' pages. They check shapes; what the rules of the house allow is checked in services."""

from django import forms

from arena.submissions.filters import game_choices
from arena.submissions.models import NAME_RULE, NAME_VALIDATORS


class BotForm(forms.Form):
    name = forms.CharField(max_length=40, validators=NAME_VALIDATORS, help_text=NAME_RULE, strip=True)
    game = forms.ChoiceField(choices=game_choices, help_text="A bot plays one game; this cannot be changed later.")
    on_ladder = forms.BooleanField(
        label="Plays on the ladder", required=False, help_text="Once it is ready it is paired with others all the time."
    )


class SettingsForm(forms.Form):
    name = forms.CharField(max_length=40, validators=NAME_VALIDATORS, help_text="Its address changes with its name.")
    on_ladder = forms.BooleanField(
        label="Plays on the ladder", required=False, help_text="Once it is ready it is paired with others all the time."
    )
    retired = forms.BooleanField(
        label="Retired", required=False, help_text="Takes part in nothing new. What it played stays, and it can return."
    )


class UploadForm(forms.Form):
    file = forms.FileField(
        label="Bot file",
        allow_empty_file=True,
        max_length=255,
        help_text="bot.py, or a zip with bot.py at its root and other modules beside it.",
        widget=forms.ClearableFileInput(attrs={"accept": ".py,.zip"}),
    )
