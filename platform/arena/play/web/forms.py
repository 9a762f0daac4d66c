"""What can be sent to tables."""

from typing import Any

from django import forms

import games
from arena.play import names
from arena.play.queries import levels, presets
from arena.strict_forms import Choice, StrictForm, Whole


class NewTable(StrictForm):
    """Of the lobby: what is left out is the default."""

    game = Choice(choices=lambda: [(name, name) for name in games.names()])
    preset = Choice(required=False)
    level = Choice(required=False)
    players = Choice(required=False, choices=[(str(number), str(number)) for number in range(2, 7)])
    friends = Choice(required=False, choices=[("yes", "yes")])

    def __init__(self, *given: Any, **how: Any) -> None:
        super().__init__(*given, **how)
        game = self.data.get("game", "")
        if game in games.names():
            self.fields["preset"].choices = presets(game)  # type: ignore[attr-defined]
            self.fields["level"].choices = [(name, name) for name in levels(game)]  # type: ignore[attr-defined]

    def chosen(self) -> tuple[games.Game, str]:
        """The game with its options, and the computer's level. Raises OptionError."""
        given = self.cleaned_data
        options = {"players": int(given["players"])} if given["players"] else {}
        known = levels(given["game"])
        level = given["level"] or ("normal" if "normal" in known else known[-1])
        return games.load(given["game"], given["preset"] or None, **options), level


class FindTable(StrictForm):
    name = forms.CharField(max_length=60)


class Act(StrictForm):
    """One action of a person at a table. `after`: how many frames the page has."""

    action = forms.CharField(max_length=40)
    version = Whole(min_value=0, max_value=10**9)
    seat = Whole(min_value=0, max_value=5, required=False)
    after = Whole(min_value=0, max_value=10**6, required=False)


class Join(StrictForm):
    name = Choice(required=False, choices=[(name, name) for name in names.GUESTS])
