"""The one filter of bots that the page and the API share."""

import django_filters
from django import forms
from django.db.models import Q, QuerySet

import games
from arena.submissions.models import Bot


def game_choices() -> list[tuple[str, str]]:
    return [(name, games.load(name).title) for name in games.names()]


class BotFilter(django_filters.FilterSet):
    search = django_filters.CharFilter(
        method="by_words",
        max_length=100,
        label="Name or owner",
        widget=forms.TextInput(attrs={"type": "search", "placeholder": "name or owner"}),
    )
    game = django_filters.ChoiceFilter(choices=game_choices, empty_label="Any game")
    owner = django_filters.CharFilter("owner__username", max_length=30, label="Owner")
    ready = django_filters.BooleanFilter("ready_number", "isnull", exclude=True, label="Has a version that plays")
    retired = django_filters.BooleanFilter("retired_at", "isnull", exclude=True, label="Retired")

    class Meta:
        model = Bot
        fields: list[str] = []

    def by_words(self, bots: QuerySet[Bot], name: str, value: str) -> QuerySet[Bot]:
        """Every word occurs in the bot's or its owner's name; owner/name works too."""
        for word in value.lower().replace("/", " ").split()[:10]:
            bots = bots.filter(Q(name__contains=word) | Q(owner__username__contains=word))
        return bots
