"""REST API of games, bots and versions."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

import games
from arena.downloads import private_file
from arena.submissions import checks, services
from arena.submissions.filters import BotFilter
from arena.submissions.models import Bot, Version
from arena.submissions.permissions import (
    account,
    bots_with_versions,
    require_owner,
    require_owner_or_operator,
    without_bulk,
)
from arena.submissions.serializers import (
    BotSerializer,
    ChangeBot,
    CreateBot,
    ErrorSerializer,
    GameSerializer,
    UploadVersion,
    VersionSerializer,
    describe_game,
)

REFUSED = OpenApiResponse(ErrorSerializer, "what was wrong, by field or as `detail`")
TEXT = OpenApiResponse(OpenApiTypes.STR, "plain text")
IDS = r"\d{1,18}"


class Games(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_list", responses=GameSerializer(many=True), tags=["games"])
    def get(self, request: Request) -> Response:
        """The games, their presets and the options that may be set."""
        return Response(GameSerializer([describe_game(name) for name in games.names()], many=True).data)


class OneGame(APIView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_retrieve", responses={200: GameSerializer, 404: REFUSED}, tags=["games"])
    def get(self, request: Request, name: str) -> Response:
        """One game, its presets and options."""
        if name not in games.names():
            raise Http404
        return Response(GameSerializer(describe_game(name)).data)


@extend_schema_view(
    list=extend_schema(summary="All bots, filtered"),
    retrieve=extend_schema(summary="One bot"),
)
class Bots(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Bot]):
    queryset = bots_with_versions()
    serializer_class = BotSerializer
    filterset_class = BotFilter
    lookup_value_regex = IDS

    @extend_schema(summary="Make a bot", request=CreateBot, responses={201: BotSerializer, 400: REFUSED})
    def create(self, request: Request) -> Response:
        """A bot plays one game. It enters contests once a version of it is ready."""
        form = valid(CreateBot(data=request.data))
        bot = services.create_bot(owner=account(request), **form)
        return Response(self.get_serializer(self.get_queryset().get(pk=bot.pk)).data, status=201)

    @extend_schema(
        summary="Rename or retire a bot", request=ChangeBot, responses={200: BotSerializer, 400: REFUSED, 403: REFUSED}
    )
    def partial_update(self, request: Request, pk: str) -> Response:
        """Change its name, whether it plays on the ladder, and whether it is retired."""
        bot = self.get_object()
        require_owner_or_operator(request.user, bot)
        services.change_bot(bot=bot, **valid(ChangeBot(data=request.data)))
        return Response(self.get_serializer(bot).data)


@extend_schema(tags=["versions"])
class Versions(mixins.ListModelMixin, viewsets.GenericViewSet[Version]):
    """The versions of one bot, newest first. `reason` is null unless the bot is yours."""

    queryset = Version.objects.none()
    serializer_class = VersionSerializer
    filter_backends: list[Any] = []
    lookup_field = "number"
    lookup_value_regex = IDS

    def get_bot(self) -> Bot:
        return get_object_or_404(Bot.objects.select_related("owner"), pk=self.kwargs["bot_id"])

    def get_queryset(self) -> QuerySet[Version]:
        if getattr(self, "swagger_fake_view", False):
            return Version.objects.none()
        return without_bulk(self.get_bot().versions.select_related("bot__owner").order_by("-number"))

    def get_throttles(self) -> list[Any]:
        self.throttle_scope = "upload" if self.action == "create" else None
        return super().get_throttles()

    @extend_schema(summary="One version, with its status")
    def retrieve(self, request: Request, bot_id: int, number: str) -> Response:
        """Poll this until `status` is no longer waiting or checking."""
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(
        summary="Upload a version",
        request={"multipart/form-data": UploadVersion},
        responses={201: VersionSerializer, 400: REFUSED, 403: REFUSED, 413: REFUSED},
    )
    def create(self, request: Request, bot_id: int) -> Response:
        """Send the file as multipart field `file`: bot.py, or a zip with bot.py at its root. It is checked as a task:
        loaded in the sandbox, then a short match. A file that needs no running to be refused fails at once."""
        bot = self.get_bot()
        require_owner(request.user, bot)
        file = valid(UploadVersion(data=request.data))["file"]
        version = services.upload_version(bot=bot, data=file.read(), filename=file.name)
        return Response(self.get_serializer(version).data, status=201)

    @extend_schema(summary="The log of a version's check", responses={(200, "text/plain"): TEXT, 403: REFUSED})
    @action(detail=True)
    def log(self, request: Request, bot_id: int, number: str) -> HttpResponse:
        """What the bot printed while it was checked, and its traceback. For its owner and operators."""
        return private_file(self.get_private(request).log.encode(), "check.log", "text/plain; charset=utf-8")

    @extend_schema(
        summary="The source of a version",
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, 403: REFUSED},
    )
    @action(detail=True)
    def source(self, request: Request, bot_id: int, number: str) -> HttpResponse:
        """The file as it was uploaded. For its owner and operators."""
        version = self.get_private(request)
        if not version.source:
            raise Http404
        return private_file(bytes(version.source), version.filename)

    @extend_schema(
        summary="Check a version again", request=None, responses={200: VersionSerializer, 400: REFUSED, 403: REFUSED}
    )
    @action(detail=True, methods=["post"])
    def check(self, request: Request, bot_id: int, number: str) -> Response:
        """Only for a version that the site could not check (status unchecked)."""
        version = self.get_object()
        require_owner_or_operator(request.user, version.bot)
        checks.check_again(version=version)
        return Response(self.get_serializer(self.get_object()).data)

    def get_private(self, request: Request) -> Version:
        version = self.get_object()
        require_owner_or_operator(request.user, version.bot)
        return version


def valid(form: "Serializer[Any]") -> dict[str, Any]:
    form.is_valid(raise_exception=True)
    return form.validated_data
