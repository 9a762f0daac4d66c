"""The API's words for games, bots and versions. Serializers read and check shapes; writes are in services."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

import games
from arena.api.fields import Choice, Flag, Named, Text
from arena.api.pages import PageQuery
from arena.api.serializers import Input
from arena.submissions import lookup
from arena.submissions.models import NAME_VALIDATORS, Bot, Version
from arena.submissions.permissions import is_private_to


class OptionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    values = serializers.CharField(help_text="what it may be")
    default = serializers.JSONField()
    help = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    seats = serializers.IntegerField(help_text="of the default preset; an option may change it")
    presets = serializers.DictField(child=serializers.DictField(), help_text="name: its options")
    options = OptionSerializer(many=True)
    broken = serializers.CharField(
        allow_null=True, help_text="why it cannot be played; null unless you are an operator and its package is broken"
    )


def describe_games(*, operator: bool) -> list[dict[str, Any]]:
    """All that can be played; for operators then those that cannot, without presets and options."""
    nothing = {"seats": 0, "presets": {}, "options": []}
    failed = games.broken().items() if operator else ()
    return [describe_game(name) for name in games.names()] + [
        {"name": name, "title": name, **nothing, "broken": reason} for name, reason in failed
    ]


def describe_game(name: str) -> dict[str, Any]:
    game = games.load(name)
    return {
        "name": name,
        "title": game.title,
        "seats": game.seats,
        "presets": {preset: dict(options) for preset, options in games.presets(name).items()},
        "options": games.option_specs(name),
        "broken": None,
    }


class BotQuery(PageQuery):
    search = Text(max_length=100, required=False, help_text="words of its name or its owner's")
    game = Choice(games.names, required=False)
    owner = Named(lookup.account, required=False, help_text="a username")
    ready = Flag(required=False, help_text="whether it has a version that plays")
    retired = Flag(required=False)


class BotSerializer(serializers.ModelSerializer[Bot]):
    owner = serializers.CharField(source="owner.username", read_only=True)
    label = serializers.CharField(source="__str__", read_only=True, help_text="owner/name")  # type: ignore[assignment]
    ready_version = serializers.IntegerField(
        source="ready_number", allow_null=True, read_only=True, help_text="number of the version that plays"
    )
    latest_version = serializers.IntegerField(source="latest_number", allow_null=True, read_only=True)
    latest_status = serializers.ChoiceField(Version.Status.choices, allow_null=True, read_only=True)
    retired = serializers.SerializerMethodField()
    url = serializers.SerializerMethodField(help_text="its page")

    class Meta:
        model = Bot
        fields = [
            "id",
            "label",
            "owner",
            "name",
            "game",
            "builtin",
            "on_ladder",
            "accepts_rated",
            "retired",
            "ready_version",
            "latest_version",
            "latest_status",
            "created_at",
            "url",
        ]
        read_only_fields = fields

    def get_retired(self, bot: Bot) -> bool:
        return bot.retired_at is not None

    @extend_schema_field(serializers.URLField())
    def get_url(self, bot: Bot) -> str:
        return self.context["request"].build_absolute_uri(bot.get_absolute_url())


class CreateBot(Input):
    name = Text(max_length=40, validators=NAME_VALIDATORS)
    game = Text(max_length=40)
    on_ladder = Flag(default=False)


class ChangeBot(Input):
    name = Text(max_length=40, validators=NAME_VALIDATORS, required=False)
    on_ladder = Flag(required=False)
    accepts_rated = Flag(required=False, help_text="whether it is rated in contests that others enter it in")
    retired = Flag(required=False)


class UploadVersion(Input):
    file = serializers.FileField(allow_empty_file=True, max_length=255)  # an empty file gets a verdict, as every file


class VersionSerializer(serializers.ModelSerializer[Version]):
    bot = serializers.CharField(source="bot.__str__", read_only=True, help_text="owner/name")
    bot_id = serializers.IntegerField(read_only=True)
    label = serializers.CharField(read_only=True, help_text="owner/name@version")  # type: ignore[assignment]
    version = serializers.IntegerField(source="number", read_only=True, help_text="its number, from 1")
    reason = serializers.SerializerMethodField(help_text="why it failed; null unless the bot is yours")
    log = serializers.SerializerMethodField(help_text="where its log is")

    class Meta:
        model = Version
        fields = [
            "version",
            "label",
            "bot",
            "bot_id",
            "filename",
            "size",
            "sha256",
            "status",
            "verdict",
            "reason",
            "step",
            "created_at",
            "checked_at",
            "log",
        ]
        read_only_fields = fields

    def get_reason(self, version: Version) -> str | None:
        return version.reason if is_private_to(self.context["request"].user, version.bot) else None

    @extend_schema_field(serializers.URLField())
    def get_log(self, version: Version) -> str:
        return reverse("api:version-log", args=[version.bot_id, version.number], request=self.context["request"])
