"""Forms of the bots' pages. They check shapes; what the site allows is checked in services."""

from django import forms

from arena.strict_forms import Choice, Named, StrictForm, YesNo
from arena.submissions import lookup
from arena.submissions.filters import game_choices
from arena.submissions.models import NAME_RULE, NAME_VALIDATORS


def any_game() -> list[tuple[str, str]]:
    return [("", "Any game"), *game_choices()]


class BotFilterForm(StrictForm):
    also = ("page",)

    search = forms.CharField(
        max_length=100,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": "name or owner"}),
    )
    game = Choice(choices=any_game, required=False)
    owner = Named(lookup.account, required=False)
    ready = YesNo(required=False)
    retired = YesNo(required=False)


class BotForm(StrictForm):
    name = forms.CharField(max_length=40, validators=NAME_VALIDATORS, help_text=NAME_RULE, strip=True)
    game = Choice(choices=game_choices, help_text="A bot plays one game; this cannot be changed later.")
    on_ladder = forms.BooleanField(
        label="Plays on the ladder", required=False, help_text="Once it is ready it is paired with others all the time."
    )


class SettingsForm(StrictForm):
    name = forms.CharField(max_length=40, validators=NAME_VALIDATORS, help_text="Its address changes with its name.")
    on_ladder = forms.BooleanField(
        label="Plays on the ladder", required=False, help_text="Once it is ready it is paired with others all the time."
    )
    accepts_rated = forms.BooleanField(
        label="Rated in contests of others",
        required=False,
        help_text="Anybody may enter this bot in a contest of theirs. Only with this does that change its rating; "
        "contests that you enter it in, and ladders, always do.",
    )
    retired = forms.BooleanField(
        label="Retired", required=False, help_text="Takes part in nothing new. What it played stays, and it can return."
    )


class UploadForm(StrictForm):
    file = forms.FileField(
        label="Bot file",
        allow_empty_file=True,
        max_length=255,
        help_text="bot.py, or a zip with bot.py at its root and other modules beside it.",
        widget=forms.ClearableFileInput(attrs={"accept": ".py,.zip"}),
    )
