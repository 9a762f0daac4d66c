"""REST API of tournaments and ladders."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import FileResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from arena.contests.api.common import ERRORS, IDS, REFUSED, find_bot, signed_in, valid, whole
from arena.contests.api.filters import TournamentFilter
from arena.contests.api.serializers import (
    AddEntry,
    AuditSerializer,
    CreateTournament,
    EntrySerializer,
    Extension,
    Reason,
    StandingSerializer,
    TournamentSerializer,
)
from arena.contests.models import Contest
from arena.contests.standings.crosstable import cells
from arena.contests.standings.queries import snapshot, standings
from arena.contests.tournaments import bundles, create, entries, lifecycle
from arena.contests.tournaments.queries import contests
from arena.rest import Pages

CHANGED = {200: TournamentSerializer, **ERRORS}


@extend_schema_view(
    list=extend_schema(summary="All tournaments and ladders, filtered"),
    retrieve=extend_schema(summary="One tournament or ladder"),
)
class Tournaments(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Contest]):
    queryset = contests()
    serializer_class = TournamentSerializer
    filterset_class = TournamentFilter
    lookup_value_regex = IDS

    @extend_schema(
        summary="Make a tournament", request=CreateTournament, responses={201: TournamentSerializer, 400: REFUSED}
    )
    def create(self, request: Request) -> Response:
        """A draft of yours: enter `bots` at once or later, then start it. `entry` says whether others may enter."""
        wanted = valid(CreateTournament(data=request.data))
        names = wanted.pop("bots", [])
        with transaction.atomic():
            contest = create.create(by=signed_in(request), **wanted)
            for name in names:
                entries.add(contest=contest, bot=find_bot(name), by=signed_in(request))
        return self.answer(contest, status=201)

    @extend_schema(summary="Open the entries of a draft", request=None, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, pk: str) -> Response:
        return self.change(lifecycle.open_entries)

    @extend_schema(summary="Start a tournament", request=None, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, pk: str) -> Response:
        """Pins every entry to its newest ready version, commits to a secret, draws the matches and queues them."""
        return self.change(lifecycle.start)

    @extend_schema(summary="Pause a tournament", request=None, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, pk: str) -> Response:
        """Matches that are running play on; no other begins."""
        return self.change(lifecycle.pause)

    @extend_schema(summary="Resume a paused tournament", request=None, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, pk: str) -> Response:
        return self.change(lifecycle.resume)

    @extend_schema(summary="Cancel a tournament", request=Reason, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def cancel(self, request: Request, pk: str) -> Response:
        """Matches without a result become void; results and ratings stand."""
        return self.change(lifecycle.cancel, **valid(Reason(data=request.data)))

    @extend_schema(summary="Close a ladder", request=Reason, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, pk: str) -> Response:
        """By an operator. Its secret is shown, and a new ladder opens while bots want to climb."""
        return self.change(lifecycle.close, **valid(Reason(data=request.data)))

    @extend_schema(summary="Add rounds to a tournament under way", request=Extension, responses=CHANGED)
    @action(detail=True, methods=["post"])
    def extend(self, request: Request, pk: str) -> Response:
        return self.change(lifecycle.extend, **valid(Extension(data=request.data)))

    @extend_schema(methods=["get"], summary="The entries", responses=EntrySerializer(many=True), filters=False)
    @extend_schema(
        methods=["post"], summary="Enter a bot", request=AddEntry, responses={201: EntrySerializer, **ERRORS}
    )
    @action(detail=True, methods=["get", "post"], pagination_class=None)
    def entries(self, request: Request, pk: str) -> Response:
        """The organiser enters any ready bot, everybody else their own where the tournament lets them in."""
        contest = self.get_object()
        if request.method == "POST":
            wanted = valid(AddEntry(data=request.data))
            entry = entries.add(
                contest=contest, bot=find_bot(wanted["bot"]), by=signed_in(request), invite=wanted["invite"]
            )
            return Response(EntrySerializer(entry).data, status=201)
        return Response(EntrySerializer(contest.entries.select_related("bot__owner", "version"), many=True).data)

    @extend_schema(summary="Remove an entry", request=None, responses={204: None, **ERRORS, 404: REFUSED})
    @action(detail=True, methods=["delete"], url_path=rf"entries/(?P<bot_id>{IDS})")
    def remove_entry(self, request: Request, pk: str, bot_id: str) -> Response:
        """By the id of its bot. After the start only the organiser may, and its waiting matches become void."""
        entry = get_object_or_404(self.get_object().entries.select_related("bot__owner"), bot_id=bot_id)
        entries.remove(entry=entry, by=signed_in(request))
        return Response(status=204)

    @extend_schema(summary="The standings", responses=StandingSerializer(many=True), filters=False)
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, pk: str) -> Response:
        contest = self.get_object()
        return Response(StandingSerializer(standings(contest, snapshot(contest)), many=True).data)

    @extend_schema(
        summary="Statistics: fit, intervals, cross table",
        parameters=[OpenApiParameter("entry", int, description="its number: its cells of the cross table alone")],
        responses={200: OpenApiTypes.OBJECT, **ERRORS},
    )
    @action(detail=True)
    def statistics(self, request: Request, pk: str) -> Response:
        """The last snapshot, {} before the first; entries are named by `number`. Of more than 40 entries `cells` is
        null unless you ask for one entry's; the bundle has them all."""
        entry = whole(request, "entry", 0, 10**6)
        latest = snapshot(self.get_object())
        if latest is None:
            return Response({})
        told = {"matches": latest.matches, "computed_at": latest.computed_at, "cells": cells(latest, entry)}
        return Response(told | {name: latest.data[name] for name in ("standings", "fit", "neighbours")})

    @extend_schema(summary="The audit log, the latest first", responses=AuditSerializer(many=True), filters=False)
    @action(detail=True)
    def audit(self, request: Request, pk: str) -> Response:
        pages = Pages()
        page = pages.paginate_queryset(self.get_object().audit.select_related("actor"), request, self) or []
        return pages.get_paginated_response(AuditSerializer(page, many=True).data)

    @extend_schema(
        summary="Everything in one download", responses={(200, "application/zip"): OpenApiTypes.BINARY, 400: REFUSED}
    )
    @action(detail=True)
    def bundle(self, request: Request, pk: str) -> FileResponse:
        """Standings, cross table, matches, seeds, replays and ratings; `satti verify` checks it offline. It answers 429
        while it makes another bundle: ask again then."""
        return bundles.download(self.get_object())

    def change(self, service: Callable[..., Contest], **how: Any) -> Response:
        return self.answer(service(contest=self.get_object(), by=signed_in(self.request), **how))

    def answer(self, contest: Contest, status: int = 200) -> Response:
        return Response(self.get_serializer(self.get_queryset().get(pk=contest.pk)).data, status=status)
