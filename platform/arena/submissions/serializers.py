"""The API's words for games, bots and versions. Serializers read and check shapes; writes are in services."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

import games
from arena.submissions.models import NAME_VALIDATORS, Bot, Version
from arena.submissions.permissions import is_private_to


class ErrorSerializer(serializers.Serializer[Any]):
    """What was wrong. Inputs at fault are named instead of `detail`, each with a list of texts."""

    detail = serializers.CharField()


class OptionSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    values = serializers.CharField(help_text="what it may be")
    default = serializers.JSONField()
    help = serializers.CharField()


class GameSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    seats = serializers.IntegerField(help_text="of the default preset; an option may change it")
    presets = serializers.DictField(help_text="name: its options")
    options = OptionSerializer(many=True)


def describe_game(name: str) -> dict[str, Any]:
    game = games.load(name)
    return {
        "name": name,
        "title": game.title,
        "seats": game.seats,
        "presets": {preset: dict(options) for preset, options in games.presets(name).items()},
        "options": games.option_specs(name),
    }


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


class CreateBot(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=40, validators=NAME_VALIDATORS)
    game = serializers.CharField(max_length=40)
    on_ladder = serializers.BooleanField(default=False)


class ChangeBot(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=40, validators=NAME_VALIDATORS, required=False)
    on_ladder = serializers.BooleanField(required=False)
    retired = serializers.BooleanField(required=False)


class UploadVersion(serializers.Serializer[Any]):
    file = serializers.FileField(allow_empty_file=True, max_length=255)  # an empty file gets a verdict, as every file


class VersionSerializer(serializers.ModelSerializer[Version]):
    bot = serializers.CharField(source="bot.__str__", read_only=True, help_text="owner/name")
    label = serializers.CharField(read_only=True, help_text="owner/name@number")  # type: ignore[assignment]
    reason = serializers.SerializerMethodField(help_text="why it failed; null unless the bot is yours")
    log = serializers.SerializerMethodField(help_text="where its log is")

    class Meta:
        model = Version
        fields = [
            "number",
            "label",
            "bot",
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
