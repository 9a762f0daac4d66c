"""REST API of games, bots and versions."""

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.views import StrictView, StrictViewSet, takes
from arena.downloads import private_file
from arena.errors import Missing, NotFound
from arena.submissions import checks, lookup, services
from arena.submissions.filters import bots_like
from arena.submissions.models import Bot, Version
from arena.submissions.permissions import (
    account,
    bots_with_versions,
    require_owner,
    require_owner_or_operator,
    without_bulk,
)
from arena.submissions.serializers import (
    BotQuery,
    BotSerializer,
    ChangeBot,
    CreateBot,
    GameSerializer,
    UploadVersion,
    VersionSerializer,
    describe_games,
)

TEXT = OpenApiResponse(OpenApiTypes.STR, "plain text")


class Games(StrictView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_list", responses=GameSerializer(many=True), tags=["games"])
    def get(self, request: Request) -> Response:
        """The games, their presets and the options that may be set. Operators also see games that are broken."""
        return Response(GameSerializer(describe_games(operator=_is_operator(request)), many=True).data)


class OneGame(StrictView):
    permission_classes = [AllowAny]

    @extend_schema(operation_id="games_retrieve", responses=GameSerializer, tags=["games"])
    def get(self, request: Request, name: str) -> Response:
        """One game, its presets and options."""
        described = describe_games(operator=_is_operator(request))
        if found := next((game for game in described if game["name"] == name), None):
            return Response(GameSerializer(found).data)
        try:
            lookup.game(name)
        except NotFound as missing:
            raise Missing(str(missing)) from None
        raise Missing(f"The game {name} cannot be played now.")


def bot_of(name: str, among: QuerySet[Bot] | None = None) -> Bot:
    """The bot that an address names; 404 where there is none."""
    try:
        return lookup.bot(name, among)
    except NotFound as missing:
        raise Missing(str(missing)) from None


@extend_schema_view(
    list=extend_schema(summary="All bots, filtered; the newest first"),
    retrieve=extend_schema(summary="One bot, by its id or by owner/name"),
)
class Bots(mixins.ListModelMixin, mixins.RetrieveModelMixin, StrictViewSet):
    queryset = bots_with_versions()
    serializer_class = BotSerializer
    lookup_url_kwarg = "bot"
    lookup_value_regex = lookup.BOT

    def get_object(self) -> Bot:
        return bot_of(self.kwargs["bot"], self.get_queryset())

    @takes(query=BotQuery)
    def list(self, request: Request) -> Response:
        wanted = {name: value for name, value in self.given.items() if name not in ("cursor", "page_size")}
        return self.one_page(bots_like(self.get_queryset(), **wanted), BotSerializer)

    @extend_schema(summary="Create a bot", responses={201: BotSerializer})
    @takes(body=CreateBot, throttle="create")
    def create(self, request: Request) -> Response:
        """A bot plays one game. It enters contests once a version of it is ready."""
        bot = services.create_bot(owner=account(request), **self.body)
        return Response(self.get_serializer(self.get_queryset().get(pk=bot.pk)).data, status=201)

    @extend_schema(summary="Rename or retire a bot", responses=BotSerializer)
    @takes(body=ChangeBot)
    def partial_update(self, request: Request, bot: str) -> Response:
        """Change its name, whether it plays on the ladder, and whether it is retired. What is left out stays."""
        found = self.get_object()
        require_owner_or_operator(request.user, found)
        services.change_bot(bot=found, **self.body)
        return Response(self.get_serializer(found).data)


@extend_schema(tags=["versions"])
class Versions(mixins.ListModelMixin, StrictViewSet):
    """The versions of one bot, newest first. `reason` is null unless the bot is yours."""

    queryset = Version.objects.none()
    serializer_class = VersionSerializer
    ordering = ("-number",)
    lookup_field = "number"
    lookup_url_kwarg = "version"
    lookup_value_regex = r"[0-9]{1,9}"

    def get_bot(self) -> Bot:
        return bot_of(self.kwargs["bot"])

    def get_queryset(self) -> QuerySet[Version]:
        if getattr(self, "swagger_fake_view", False):
            return Version.objects.none()
        return without_bulk(self.get_bot().versions.select_related("bot__owner").order_by("-number"))

    def get_object(self) -> Version:
        return get_object_or_404(self.get_queryset(), number=int(self.kwargs["version"]))

    @extend_schema(summary="One version, with its status")
    def retrieve(self, request: Request, bot: str, version: str) -> Response:
        """Poll this until `status` is no longer waiting or checking."""
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(summary="Upload a version", responses={201: VersionSerializer})
    @takes(body=UploadVersion, upload=True, throttle="upload")
    def create(self, request: Request, bot: str) -> Response:
        """Send the file as multipart field `file`: bot.py, or a zip with bot.py at its root. It is checked as a task:
        loaded in the sandbox, then a short match. A file that needs no running to be refused fails at once."""
        found = self.get_bot()
        require_owner(request.user, found)
        file = self.body["file"]
        version = services.upload_version(bot=found, data=file.read(), filename=file.name)
        return Response(self.get_serializer(version).data, status=201)

    @extend_schema(summary="The log of a version's check", responses={(200, "text/plain"): TEXT})
    @action(detail=True)
    @takes(produces="text/plain", private=True)
    def log(self, request: Request, bot: str, version: str) -> HttpResponse:
        """What the bot printed while it was checked, and its traceback. For its owner and operators."""
        return private_file(self.get_private(request).log.encode(), "check.log", "text/plain; charset=utf-8")

    @extend_schema(
        summary="The source of a version", responses={(200, "application/octet-stream"): OpenApiTypes.BINARY}
    )
    @action(detail=True)
    @takes(produces="application/octet-stream", private=True)
    def source(self, request: Request, bot: str, version: str) -> HttpResponse:
        """The file as it was uploaded. For its owner and operators."""
        found = self.get_private(request)
        if not found.source:
            raise Http404
        return private_file(bytes(found.source), found.filename)

    @extend_schema(summary="Check a version again", responses=VersionSerializer)
    @action(detail=True, methods=["post"])
    @takes(throttle="upload")
    def check(self, request: Request, bot: str, version: str) -> Response:
        """Only for a version that the site could not check (status unchecked)."""
        found = self.get_object()
        require_owner_or_operator(request.user, found.bot)
        checks.check_again(version=found)
        return Response(self.get_serializer(self.get_object()).data)

    def get_private(self, request: Request) -> Version:
        version = self.get_object()
        require_owner_or_operator(request.user, version.bot)
        return version



def _is_operator(request: Request) -> bool:
    return bool(request.user.is_authenticated and request.user.is_staff)
