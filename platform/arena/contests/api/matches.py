"""REST API of matches: results, replays, logs and frames."""

import json
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.views import StrictViewSet, takes
from arena.contests.analysis import requests as analyses
from arena.contests.analysis.deals import Where
from arena.contests.api.common import IDS, TEXT, signed_in
from arena.contests.api.serializers import (
    FramesQuery,
    LogQuery,
    MatchQuery,
    MatchSerializer,
    MovesLogQuery,
    Reason,
    ValuesQuery,
)
from arena.contests.api.shapes import FRAMES, MOVES_LOG, PENDING, VALUES
from arena.contests.matches import adjudication as services
from arena.contests.matches import moves_log, public_log
from arena.contests.matches.log_access import require_log
from arena.contests.matches.queries import matches, replay_of, require_logs
from arena.contests.models import Analysis, Match
from arena.downloads import private_file, unchanging
from arena.errors import Missing, NotAllowed
from games import frames as viewer


@extend_schema_view(
    list=extend_schema(summary="Matches, filtered; the newest first"),
    retrieve=extend_schema(summary="One match, with its players and scores"),
)
class Matches(mixins.ListModelMixin, mixins.RetrieveModelMixin, StrictViewSet):
    serializer_class = MatchSerializer
    lookup_value_regex = IDS
    queryset = Match.objects.none()

    def get_queryset(self) -> QuerySet[Match]:
        return matches()

    @takes(query=MatchQuery)
    def list(self, request: Request) -> Response:
        names = {"tournament": "contest", "game": "contest__game", "preset": "contest__preset", "bot": "players__bot"}
        wanted = {
            names.get(name, name): value
            for name, value in self.given.items()
            if name in names or name in ("round", "state")
        }
        return self.one_page(self.get_queryset().filter(**wanted), MatchSerializer)

    @extend_schema(
        summary="The replay",
        responses={(200, "application/json"): OpenApiTypes.OBJECT},
        description="A satti-replay/1 document, byte for byte as it was stored; `satti replay FILE` verifies it.",
    )
    @action(detail=True)
    def replay(self, request: Request, pk: str) -> HttpResponse:
        stored = replay_of(pk)
        return unchanging(HttpResponse(bytes(stored.data), content_type="application/json"), stored.sha256)

    @extend_schema(
        summary="The log",
        responses=TEXT,
    )
    @action(detail=True)
    @takes(query=LogQuery, produces="text/plain", private=True)
    def log(self, request: Request, pk: str) -> HttpResponse:
        """What happened, game by game, for everybody. With `player`, what that bot printed, for its owner and staff."""
        match = self.get_object()
        number = self.given.get("player")
        if number is None:
            text = public_log.text(match)
        else:
            player = get_object_or_404(match.players.select_related("bot__owner", "version__bot"), number=number)
            require_log(request.user, player)
            require_logs(match)
            return private_file(player.log.encode(), f"match-{pk}-player-{number}.log", "text/plain; charset=utf-8")
        return HttpResponse(text, content_type="text/plain; charset=utf-8")

    @extend_schema(
        summary="What your bot printed during the moves of a game",
        responses={(200, "application/json"): MOVES_LOG},
    )
    @action(detail=True, url_path="log/moves", url_name="log-moves")
    @takes(query=MovesLogQuery, private=True)
    def moves_log(self, request: Request, pk: str) -> Response:
        """For owners of a bot that played, and staff. Empty for matches that were played before it was recorded."""
        match = self.get_object()
        players = moves_log.readable(request.user, match)
        if not players:
            raise NotAllowed("What bots print is private to their owners.")
        require_logs(match)
        told = {"entries": moves_log.entries(players, self.given["game"])}
        return Response(told, headers={"Cache-Control": "private, no-store"})

    @extend_schema(
        summary="One game of the replay as frames",
        responses={200: FRAMES},
    )
    @action(detail=True)
    @takes(query=FramesQuery)
    @method_decorator(gzip_page)  # a long game is some hundreds of kilobytes
    def frames(self, request: Request, pk: str) -> Response:
        """What a viewer draws, one frame a step."""
        document = load(pk)
        try:
            told = viewer.frames(document, self.given["game"], view=self.given.get("view"))
        except IndexError as error:
            raise Missing(str(error)) from None
        return Response(told)

    @extend_schema(
        summary="What each card of a deal would have led to",
        responses={(200, "application/json"): VALUES, 202: PENDING},
    )
    @action(detail=True)
    @takes(query=ValuesQuery, throttle="solver")
    def values(self, request: Request, pk: str) -> HttpResponse:
        """With all cards known, for Saat-Aath: before each action, the tricks that every legal one leads to if both
        play perfectly from there; null in the draws. A worker computes it, once: until then the answer is 202 with
        `{"pending": true}`, and the deal goes to the front of the line; ask again after `Retry-After` seconds.
        404 with the reason where there is none, as for every match of Badam Satti."""
        where = Where(self.given["game"], self.given["deal"])
        found = analyses.ask(match=replay_of(pk, without_data=True).match, where=where)
        if found.state != Analysis.State.DONE:
            headers = {"Retry-After": str(analyses.retry_after(found)), "Cache-Control": "no-store"}
            return Response({"pending": True}, status=202, headers=headers)
        response = HttpResponse(found.values, content_type="application/json")
        response.headers["Cache-Control"] = "public, max-age=86400"
        return response

    @extend_schema(summary="Declare a match void", responses=MatchSerializer)
    @action(detail=True, methods=["post"])
    @takes(body=Reason)
    def void(self, request: Request, pk: str) -> Response:
        """By an operator, or the organiser where no bot of theirs plays. It counts for nobody; ratings are undone."""
        services.void(match=self.get_object(), by=signed_in(request), **self.body)
        return Response(self.get_serializer(self.get_object()).data)

    @extend_schema(summary="Play a match again", responses={201: MatchSerializer})
    @action(detail=True, methods=["post"])
    @takes(body=Reason)
    def rerun(self, request: Request, pk: str) -> Response:
        """By whoever may declare it void, while the tournament is under way. It has deals of its own, and the
        old one becomes void. Answers the new one."""
        again = services.rerun(match=self.get_object(), by=signed_in(request), **self.body)
        return Response(self.get_serializer(self.get_queryset().get(pk=again.pk)).data, status=201)


def load(pk: str) -> dict[str, Any]:
    """The stored replay as a document; 404 where there is none."""
    document: dict[str, Any] = json.loads(bytes(replay_of(pk).data))
    return document
