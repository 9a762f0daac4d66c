"""Forms of the contests' pages. They check shapes; what the rules of the house allow is checked in services."""

from typing import Any

from django import forms

import games
from arena.accounts.models import User
from arena.contests import conf
from arena.contests.models import Contest, Entry
from arena.submissions.filters import game_choices
from arena.submissions.models import Bot, Version
from tournaments.rated import STANDARD


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Grouped by game; a value is game/preset."""
    return [
        (title, [(f"{game}/{preset}", f"{title}, {preset}") for preset in games.presets(game)])
        for game, title in game_choices()
    ]


class ContestForm(forms.Form):
    name = forms.CharField(max_length=conf.NAME_LENGTH)
    rules = forms.ChoiceField(label="Game and rules", choices=preset_choices)
    options = forms.CharField(
        label="Other options",
        required=False,
        max_length=300,
        help_text="What is to differ from the preset, as <code>name=value</code>, separated by spaces, such as "
        "<code>target=3 deals=20</code>. Options that equal no preset are played unrated.",
    )
    format = forms.ChoiceField(
        choices=[
            ("", "Round robin (balanced tables for three seats or more)"),
            ("swiss", "Swiss (for large fields, two seats)"),
        ],
        required=False,
    )
    rounds = forms.IntegerField(
        initial=1,
        min_value=1,
        max_value=conf.MAX_ROUNDS,
        help_text="Round robin: how often everybody meets everybody. Tables and Swiss: how often everybody plays.",
    )
    boards = forms.IntegerField(
        label="Boards a match",
        initial=10,
        min_value=1,
        max_value=conf.MAX_BOARDS,
        help_text="Each is played in every rotation of the seats.",
    )
    action_seconds = forms.FloatField(
        label="CPU seconds an action",
        initial=STANDARD.action_seconds,
        min_value=conf.SHORTEST_ACTION,
        max_value=10,
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=f"Below the standard {STANDARD.action_seconds:g} s nothing is rated.",
    )
    memory_mb = forms.IntegerField(
        label="Memory of a bot, MB",
        initial=STANDARD.memory_mb,
        min_value=conf.SMALLEST_MEMORY,
        max_value=2048,
        help_text=f"Below the standard {STANDARD.memory_mb} MB nothing is rated.",
    )
    entry = forms.ChoiceField(label="Entries", choices=Contest.EntryMode.choices)
    entries_per_account = forms.IntegerField(
        initial=3, min_value=1, max_value=1000, help_text="Bots that one account may enter by itself."
    )
    opens_at = forms.DateTimeField(
        label="Entries open at (UTC)", required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    closes_at = forms.DateTimeField(
        label="Entries close at (UTC)", required=False, widget=forms.DateTimeInput(attrs={"type": "datetime-local"})
    )
    starts_at = forms.DateTimeField(
        label="Starts at (UTC)",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}),
        help_text="Leave it empty to start by hand.",
    )

    def clean_options(self) -> dict[str, Any]:
        """The words as option values; a word that is no `name=value` is an error."""
        game = str(self.data.get("rules", "")).partition("/")[0]
        specs = {spec.name: spec for spec in games.option_specs(game)} if game in games.names() else {}
        chosen: dict[str, Any] = {}
        for word in self.cleaned_data["options"].replace(",", " ").split():
            name, sign, value = word.partition("=")
            if not sign or name not in specs:
                raise forms.ValidationError(f"{word!r} is no option; write name=value with one of: {', '.join(specs)}.")
            try:
                chosen[name] = specs[name].parse(value)
            except games.OptionError as error:
                raise forms.ValidationError(str(error)) from None
        return chosen

    def wanted(self) -> dict[str, Any]:
        """The arguments of `services.tournaments.create`."""
        wanted = dict(self.cleaned_data)
        wanted["game"], _, wanted["preset"] = wanted.pop("rules").partition("/")
        return wanted


class EnterForm(forms.Form):
    """Which bot to enter: the organiser's choice of all ready ones, everybody else's of their own."""

    bot = forms.ModelChoiceField(Bot.objects.none(), empty_label=None)
    invite = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: User, contest: Contest, organises: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        able = Bot.objects.filter(retired_at=None, owner__is_active=True, versions__status=Version.Status.READY)
        bots = able.filter(game=contest.game)
        entered = contest.entries.filter(state=Entry.State.ACTIVE).values("bot")
        if not organises:
            bots = bots.filter(owner=user)
        choice = bots.exclude(pk__in=entered).select_related("owner").distinct().order_by("owner__username", "name")
        self.fields["bot"].queryset = choice  # type: ignore[attr-defined]


class ReasonForm(forms.Form):
    reason = forms.CharField(
        max_length=500, required=False, help_text="It is written to the audit log, which everybody can read."
    )


class ExtendForm(forms.Form):
    rounds = forms.IntegerField(label="More rounds", initial=1, min_value=1, max_value=conf.MAX_ROUNDS)
    boards = forms.IntegerField(label="Boards a match in them", min_value=1, max_value=conf.MAX_BOARDS)
