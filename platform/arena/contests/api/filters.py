"""Filters of the API's lists."""

import django_filters
from django.db.models import QuerySet

from arena.contests.models import Contest, Match, Rating


class IdFilter(django_filters.NumberFilter):
    """A whole number that the database can hold."""

    def __init__(self, field_name: str, label: str) -> None:
        super().__init__(field_name, label=label, min_value=0, max_value=2**62, decimal_places=0)


class TournamentFilter(django_filters.FilterSet):
    kind = django_filters.ChoiceFilter(
        choices=[("tournament", "Tournament"), ("ladder", "Ladder")], method="by_kind", empty_label="Any kind"
    )
    state = django_filters.ChoiceFilter(choices=Contest.State.choices, empty_label="Any state")
    format = django_filters.ChoiceFilter(choices=Contest.Format.choices, empty_label="Any format")
    game = django_filters.CharFilter(max_length=40)
    preset = django_filters.CharFilter(max_length=40)
    organiser = django_filters.CharFilter("organiser__username", max_length=30)

    class Meta:
        model = Contest
        fields: list[str] = []

    def by_kind(self, contests: QuerySet[Contest], name: str, value: str) -> QuerySet[Contest]:
        ladders = {"format": Contest.Format.LADDER}
        return contests.filter(**ladders) if value == "ladder" else contests.exclude(**ladders)


class MatchFilter(django_filters.FilterSet):
    tournament = IdFilter("contest_id", "Tournament or ladder (id)")
    round = IdFilter("round", "Round")
    state = django_filters.ChoiceFilter(choices=Match.State.choices)
    game = django_filters.CharFilter("contest__game", max_length=40)
    preset = django_filters.CharFilter("contest__preset", max_length=40)
    bot = IdFilter("players__bot_id", "Bot (id) that plays")

    class Meta:
        model = Match
        fields: list[str] = []


class RatingFilter(django_filters.FilterSet):
    game = django_filters.CharFilter("pool__game", max_length=40)
    preset = django_filters.CharFilter("pool__preset", max_length=40)
    bot = IdFilter("bot_id", "Bot (id)")

    class Meta:
        model = Rating
        fields: list[str] = []
