"""Forms of the contests' pages. They check shapes; what the rules of the house allow is checked in services."""

from typing import Any

from django import forms

from arena.accounts.models import User
from arena.contests import conf
from arena.contests.models import Contest, Entry
from arena.submissions.models import Bot, Version


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
