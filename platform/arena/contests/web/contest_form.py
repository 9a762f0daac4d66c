"""The form of a new tournament: a few groups of inputs, and the options of every game. It checks shapes; what the rules
of the house allow is checked in services."""

from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.forms import BoundField

import games
from arena.contests import conf
from arena.contests.models import Contest
from arena.inputs import quoted
from arena.strict_forms import Choice, Moment, Number, StrictForm, Whole
from arena.submissions.filters import game_choices
from games.options import OptionSpec, OptionValue
from tournaments.ratings.rated import STANDARD

AS_PRESET = "as the preset has it"
GROUPS = (
    ("What is played", ("name", "rules")),
    ("Matches", ("format", "rounds", "boards")),
    ("Who may enter", ("entry", "entries_per_account")),
    ("Limits of a bot", ("action_seconds", "memory_mb")),
    ("Schedule, in UTC", ("opens_at", "closes_at", "starts_at", "time_zone")),
)
MOMENTS = ("opens_at", "closes_at", "starts_at")


def preset_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """Grouped by game; a value is game/preset."""
    return [
        (title, [(f"{game}/{preset}", f"{title}, {preset}") for preset in games.presets(game)])
        for game, title in game_choices()
    ]


def said(value: OptionValue) -> str:
    """An option's value in a person's words."""
    words = {"None": "none", "True": "yes", "False": "no"}  # by their text, because 1 == True
    return words.get(str(value), str(value).replace("_", " "))


def range_of(spec: OptionSpec) -> str:
    return f"{spec.low} to {spec.high}{', or none' if spec.optional else ''}"


class ContestForm(StrictForm):
    name = forms.CharField(max_length=4 * conf.NAME_LENGTH)
    rules = Choice(label="Game and rules", choices=preset_choices)
    format = Choice(
        choices=[("", "Round robin"), ("swiss", "Swiss")],
        required=False,
        help_text="Round robin: everybody meets everybody, at balanced tables where a game has three seats or more. "
        "Swiss: bots with like scores meet; for many bots at a game of two seats.",
    )
    rounds = Whole(
        initial=1,
        min_value=1,
        max_value=conf.MAX_ROUNDS,
        help_text="Round robin of two seats: how often everybody meets everybody. Swiss: matches of each bot. "
        "At tables: how often the fewest matches are played in which all play equally often.",
    )
    boards = Whole(
        label="Boards a match",
        initial=10,
        min_value=1,
        max_value=settings.MAX_BOARDS,
        help_text="Each is played in every rotation of the seats, so that nobody gains by the cards.",
    )
    entry = Choice(label="Entries", choices=Contest.EntryMode.choices)
    entries_per_account = Whole(
        label="Bots an account",
        initial=3,
        min_value=1,
        max_value=1000,
        help_text="How many bots one account may enter. You, the organiser, may enter any number.",
    )
    action_seconds = Number(
        label="CPU seconds an action",
        initial=f"{STANDARD.action_seconds:g}",
        min_value=conf.SHORTEST_ACTION,
        max_value=settings.MAX_ACTION_SECONDS,
        widget=forms.NumberInput(attrs={"step": "any"}),
        help_text=f"With less than the standard {STANDARD.action_seconds:g} s nothing is rated.",
    )
    memory_mb = Whole(
        label="Memory in MB",
        initial=STANDARD.memory_mb,
        min_value=conf.SMALLEST_MEMORY,
        max_value=settings.MAX_MEMORY_MB,
        help_text=f"With less than the standard {STANDARD.memory_mb} MB nothing is rated.",
    )
    opens_at = Moment(label="Entries open", required=False, help_text="Empty: at once.")
    closes_at = Moment(label="Entries close", required=False, help_text="Empty: when the tournament starts.")
    starts_at = Moment(label="Starts", required=False, help_text="Empty: when you start it.")
    time_zone = forms.CharField(  # the reader's, which the page's script fills in
        required=False, max_length=60, widget=forms.HiddenInput(attrs={"data-time-zone": ""})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options: dict[str, OptionValue] = {}
        for name, game, spec in option_names():
            self.fields[name] = option_field(game, spec)

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        return [(title, [self[name] for name in names]) for title, names in GROUPS]

    def game_options(self) -> list[dict[str, Any]]:
        """A game at a time: its options as inputs; `open` where one of them is filled in or at fault."""
        shown = []
        for game, title in game_choices():
            inputs = [self[name] for name, of, _ in option_names() if of == game]
            opened = any(one.errors or one.value() for one in inputs)
            shown.append({"game": game, "title": title, "inputs": inputs, "open": opened})
        return shown

    def clean(self) -> None:
        """The chosen game's options as their values; one of another game is an error."""
        super().clean()
        self._read_moments()
        chosen = self.cleaned_data.get("rules", "").partition("/")[0]
        for name, game, spec in option_names():
            text = self.cleaned_data.get(name, "")
            if not (text and chosen):
                continue
            if game != chosen:
                self.add_error(name, f"This belongs to another game: leave it “{AS_PRESET}”.")
                continue
            try:
                self.options[spec.name] = spec.parse(text)
            except games.OptionError:
                self.add_error(name, f"It may be {range_of(spec)}.")

    def _read_moments(self) -> None:
        name = self.cleaned_data.get("time_zone") or "UTC"
        if name not in available_timezones():
            self.add_error(None, f"There is no time zone {quoted(name)}.")
            return
        for field in MOMENTS:
            if text := self.cleaned_data.get(field):
                try:
                    self.cleaned_data[field] = self.fields[field].read(text, ZoneInfo(name))  # type: ignore[attr-defined]
                except forms.ValidationError as error:
                    self.add_error(field, error)
            else:
                self.cleaned_data[field] = None

    def wanted(self) -> dict[str, Any]:
        """The arguments of `tournaments.create.create`."""
        wanted = {name: self.cleaned_data[name] for name in self.base_fields if name != "time_zone"}
        game, _, preset = wanted.pop("rules").partition("/")
        return wanted | {"game": game, "preset": preset, "options": self.options}


def option_names() -> Iterator[tuple[str, str, OptionSpec]]:
    """(input's name, game, option) for every option of every game."""
    for game in games.names():
        for spec in games.option_specs(game):
            yield f"{game}-{spec.name}", game, spec


def option_field(game: str, spec: OptionSpec) -> forms.Field:
    """An input that may be left as the preset has it; its help tells what each preset has."""
    standard, *others = ((preset, options[spec.name]) for preset, options in games.presets(game).items())
    differ = ", ".join(f"{preset}: {said(value)}" for preset, value in others if value != standard[1])
    default = f"Default: {said(standard[1])}{f' ({differ})' if differ else ''}."
    label = spec.name.replace("_", " ").capitalize()
    about = f"{spec.help[0].upper()}{spec.help[1:]}."
    if spec.choices:
        choices = [("", AS_PRESET), *((str(value).lower(), said(value)) for value in spec.choices)]
        return Choice(label=label, choices=choices, required=False, help_text=f"{about} {default}")
    number = forms.NumberInput(attrs={"min": spec.low, "max": spec.high, "placeholder": AS_PRESET})
    words = forms.TextInput(attrs={"placeholder": AS_PRESET})
    return forms.CharField(
        label=label,
        required=False,
        max_length=20,
        widget=words if spec.optional else number,
        help_text=f"{about} {range_of(spec)}. {default}",
    )
