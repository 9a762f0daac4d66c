"""REST API of matches: results, replays, logs and frames."""

import json
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from arena.cache import Busy
from arena.contests.api.common import ERRORS, IDS, REFUSED, TEXT, signed_in, valid, whole
from arena.contests.api.filters import MatchFilter
from arena.contests.api.serializers import MatchSerializer, Reason
from arena.contests.matches import adjudication as services
from arena.contests.matches import evaluation, public_log
from arena.contests.matches.log_access import require_log
from arena.contests.matches.queries import matches, replay_of, require_logs
from arena.contests.models import Match
from games import frames as viewer

CHANGED = {200: MatchSerializer, **ERRORS}


@extend_schema_view(
    list=extend_schema(summary="Matches, filtered; the newest first"),
    retrieve=extend_schema(summary="One match, with its players and scores"),
)
class Matches(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Match]):
    serializer_class = MatchSerializer
    filterset_class = MatchFilter
    lookup_value_regex = IDS
    queryset = Match.objects.none()
    throttle_scope: str | None = None

    def get_queryset(self) -> QuerySet[Match]:
        return matches().order_by("-pk")

    @extend_schema(
        summary="The replay",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, 404: REFUSED},
        description="A satti-replay/1 document, byte for byte as it was stored; `satti replay FILE` verifies it.",
    )
    @action(detail=True)
    def replay(self, request: Request, pk: str) -> HttpResponse:
        stored = replay_of(pk)
        response = HttpResponse(bytes(stored.data), content_type="application/json")
        response.headers["ETag"] = f'"{stored.sha256}"'
        return response

    @extend_schema(
        summary="The log",
        parameters=[OpenApiParameter("player", int, description="a player's number: the private output of that bot")],
        responses={**TEXT, **ERRORS},
    )
    @action(detail=True)
    def log(self, request: Request, pk: str) -> HttpResponse:
        """What happened, game by game, for everybody. With `player`, what that bot printed, for its owner and staff."""
        match = self.get_object()
        number = whole(request, "player", 0, 5)
        if number is None:
            text = public_log.text(match)
        else:
            player = get_object_or_404(match.players.select_related("bot__owner", "version__bot"), number=number)
            require_log(request.user, player)
            require_logs(match)
            text = player.log
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    @extend_schema(
        summary="One game of the replay as frames",
        parameters=[
            OpenApiParameter("game", int, description="its number, from 0"),
            OpenApiParameter("view", int, description="a seat: without the cards that it could not see"),
        ],
        responses={200: OpenApiTypes.OBJECT, **ERRORS},
    )
    @action(detail=True)
    @method_decorator(gzip_page)  # a long game is some hundreds of kilobytes
    def frames(self, request: Request, pk: str) -> Response:
        """What a viewer draws, one frame a step."""
        document = load(pk)
        try:
            told = viewer.frames(document, whole(request, "game", 0, 10**6) or 0, view=whole(request, "view", 0, 5))
        except IndexError as error:
            raise Http404(str(error)) from None
        return Response(told)

    @extend_schema(
        summary="What each card of a deal would have been worth",
        parameters=[
            OpenApiParameter("game", int, description="its number, from 0"),
            OpenApiParameter("deal", int, description="its number in the game, from 0"),
        ],
        responses={200: OpenApiTypes.OBJECT, 202: OpenApiTypes.OBJECT, **ERRORS},
    )
    @action(detail=True, throttle_scope="solver")
    def values(self, request: Request, pk: str) -> Response:
        """With all cards known, for Saat-Aath: before each action, the tricks that every legal one leads to if both
        play perfectly from there; null in the draws.
        202 and `{"pending": true}` while a deal is being computed: ask again after `Retry-After` seconds."""
        stored = replay_of(pk)
        game, deal = [whole(request, name, 0, 10**6) or 0 for name in ("game", "deal")]
        try:
            response = Response(evaluation.of_deal(stored, game, deal))
        except Busy:
            return Response({"pending": True}, status=202, headers={"Retry-After": "2"})
        except LookupError as error:
            raise Http404(str(error)) from None
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    @extend_schema(summary="Declare a match void", request=Reason, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def void(self, request: Request, pk: str) -> Response:
        """By an operator, or the organiser where no bot of theirs plays. It counts for nobody; ratings are undone."""
        services.void(match=self.get_object(), by=signed_in(request), **valid(Reason(data=request.data)))
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(summary="Play a match again", request=Reason, responses={201: MatchSerializer, **ERRORS})
    @action(detail=True, methods=["post"])
    def rerun(self, request: Request, pk: str) -> Response:
        """By whoever may declare it void, while the tournament is under way. The same deals; the old one becomes void.
        Answers the new one."""
        again = services.rerun(match=self.get_object(), by=signed_in(request), **valid(Reason(data=request.data)))
        return Response(self.get_serializer(self.get_queryset().get(pk=again.pk)).data, status=201)


def load(pk: str) -> dict[str, Any]:
    """The stored replay as a document; 404 where there is none."""
    document: dict[str, Any] = json.loads(bytes(replay_of(pk).data))
    return document
