"""REST API of tournaments and ladders."""

from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.pages import PageQuery
from arena.api.views import StrictViewSet, takes
from arena.contests.api.common import contest_of, signed_in
from arena.contests.api.serializers import (
    AddEntry,
    AuditSerializer,
    CreateTournament,
    EntrySerializer,
    Extension,
    Reason,
    StandingSerializer,
    StatisticsQuery,
    TournamentQuery,
    TournamentSerializer,
)
from arena.contests.api.shapes import STATISTICS
from arena.contests.models import Contest
from arena.contests.proof import chain
from arena.contests.proof.commit import published_text
from arena.contests.standings.crosstable import cells
from arena.contests.standings.queries import plain, snapshot, standings
from arena.contests.standings.table import table
from arena.contests.tournaments import bundles, create, entries, lifecycle
from arena.contests.tournaments.filters import contests_like
from arena.contests.tournaments.lookup import CONTEST
from arena.contests.tournaments.queries import contests
from arena.errors import Missing, NotFound
from arena.submissions import lookup

CHANGED = TournamentSerializer


@extend_schema_view(
    list=extend_schema(summary="All tournaments and ladders, filtered; the newest first"),
    retrieve=extend_schema(summary="One tournament or ladder, by its id or its slug"),
)
class Tournaments(mixins.ListModelMixin, mixins.RetrieveModelMixin, StrictViewSet):
    queryset = contests()
    serializer_class = TournamentSerializer
    lookup_url_kwarg = "tournament"
    lookup_value_regex = CONTEST

    def get_object(self) -> Contest:
        return contest_of(self.kwargs["tournament"], self.get_queryset())

    @takes(query=TournamentQuery)
    def list(self, request: Request) -> Response:
        wanted = {name: value for name, value in self.given.items() if name not in ("cursor", "page_size")}
        return self.one_page(contests_like(self.get_queryset(), **wanted), TournamentSerializer)

    @extend_schema(summary="Create a tournament", responses={201: TournamentSerializer})
    @takes(body=CreateTournament, throttle="create")
    def create(self, request: Request) -> Response:
        """A draft of yours: enter `bots` at once or later, then start it. `entry` says whether others may enter."""
        wanted = dict(self.body)
        bots = wanted.pop("bots", [])
        with transaction.atomic():
            contest = create.create(by=signed_in(request), **wanted)
            for bot in bots:
                entries.add(contest=contest, bot=bot, by=signed_in(request))
        return self.answer(contest, status=201)

    @extend_schema(summary="Open the entries of a draft", responses=CHANGED)
    @action(detail=True, methods=["post"])
    def open(self, request: Request, tournament: str) -> Response:
        return self.change(lifecycle.open_entries)

    @extend_schema(summary="Start a tournament", responses=CHANGED)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, tournament: str) -> Response:
        """Pins every entry to its newest ready version, commits to a secret, draws the matches and queues them."""
        return self.change(lifecycle.start)

    @extend_schema(summary="Pause a tournament", responses=CHANGED)
    @action(detail=True, methods=["post"])
    def pause(self, request: Request, tournament: str) -> Response:
        """Matches that are running play on; no other begins."""
        return self.change(lifecycle.pause)

    @extend_schema(summary="Resume a paused tournament", responses=CHANGED)
    @action(detail=True, methods=["post"])
    def resume(self, request: Request, tournament: str) -> Response:
        return self.change(lifecycle.resume)

    @extend_schema(summary="Cancel a tournament", responses=CHANGED)
    @action(detail=True, methods=["post"])
    @takes(body=Reason)
    def cancel(self, request: Request, tournament: str) -> Response:
        """Matches without a result become void; results and ratings stand."""
        return self.change(lifecycle.cancel, **self.body)

    @extend_schema(summary="Close a ladder", responses=CHANGED)
    @action(detail=True, methods=["post"])
    @takes(body=Reason)
    def close(self, request: Request, tournament: str) -> Response:
        """By an operator. Its secret is shown, and a new ladder opens while bots want to climb."""
        return self.change(lifecycle.close, **self.body)

    @extend_schema(summary="Add rounds to a tournament under way", responses=CHANGED)
    @action(detail=True, methods=["post"])
    @takes(body=Extension)
    def extend(self, request: Request, tournament: str) -> Response:
        return self.change(lifecycle.extend, **self.body)

    @extend_schema(summary="The entries", responses=EntrySerializer(many=True))
    @action(detail=True, pagination_class=None)
    def entries(self, request: Request, tournament: str) -> Response:
        entered = self.get_object().entries.select_related("bot__owner", "contest", "version").defer("version__source")
        return Response(EntrySerializer(entered, many=True).data)

    @extend_schema(summary="Enter a bot", responses={201: EntrySerializer})
    @entries.mapping.post
    @takes(body=AddEntry)
    def enter(self, request: Request, tournament: str) -> Response:
        """The organiser enters any ready bot, everybody else their own where the tournament lets them in."""
        entry = entries.add(contest=self.get_object(), by=signed_in(request), **self.body)
        return Response(EntrySerializer(entry).data, status=201)

    @extend_schema(summary="Remove an entry", responses={204: None})
    @action(detail=True, methods=["delete"], url_path=rf"entries/(?P<bot>{lookup.BOT})")
    def remove_entry(self, request: Request, tournament: str, bot: str) -> Response:
        """By its bot's id or owner/name. After the start only the organiser may, and its waiting matches become
        void."""
        contest = self.get_object()
        try:
            entry = contest.entries.select_related("bot__owner").filter(bot=lookup.bot(bot)).first()
        except NotFound as missing:
            raise Missing(str(missing)) from None
        if entry is None:
            raise Missing(f"{bot} is not entered in {contest.name}.")
        entries.remove(entry=entry, by=signed_in(request))
        return Response(status=204)

    @extend_schema(summary="The standings", responses=StandingSerializer(many=True))
    @action(detail=True, pagination_class=None)
    def standings(self, request: Request, tournament: str) -> Response:
        contest = self.get_object()
        return Response(StandingSerializer(standings(contest, snapshot(contest)), many=True).data)

    @extend_schema(
        summary="Statistics: fit, intervals, cross table",
        responses={200: STATISTICS},
    )
    @action(detail=True)
    @takes(query=StatisticsQuery)
    def statistics(self, request: Request, tournament: str) -> Response:
        """`standings` of this moment, the rest from the last snapshot; {} before the first. Entries are named by
        `number`. Of more than 40 entries `cells` is null unless you ask for one entry's; the bundle has them all."""
        entry = self.given.get("entry")
        contest = self.get_object()
        latest = snapshot(contest)
        if latest is None:
            return Response({})
        told = {"matches": latest.matches, "computed_at": latest.computed_at, "cells": cells(latest, entry)}
        fitted = {name: latest.data[name] for name in ("fit", "neighbours")}
        return Response(told | {"standings": plain(table(contest))} | fitted)

    @extend_schema(summary="The audit log, the latest first", responses=AuditSerializer(many=True))
    @action(detail=True)
    @takes(query=PageQuery)
    def audit(self, request: Request, tournament: str) -> Response:
        return self.one_page(self.get_object().audit.select_related("actor"), AuditSerializer)

    @extend_schema(summary="What it consists of", responses={200: OpenApiTypes.OBJECT})
    @action(detail=True)
    def commitment(self, request: Request, tournament: str) -> HttpResponse:
        """The document that was committed to at the start, byte for byte: its SHA-256 is `commitment_sha256`."""
        return HttpResponse(published_text(self.get_object()), content_type="application/json")

    @extend_schema(
        summary="What happened since its start", responses={(200, "application/jsonl"): OpenApiTypes.STR}
    )
    @action(detail=True)
    @takes(produces="application/jsonl")
    def chain(self, request: Request, tournament: str) -> HttpResponse:
        """A record a line, each with the hash of the one before; the hash of the last line is `chain_head`."""
        return HttpResponse(chain.text(self.get_object()), content_type="application/jsonl; charset=utf-8")

    @extend_schema(summary="Everything in one download", responses={(200, "application/zip"): OpenApiTypes.BINARY})
    @action(detail=True)
    @takes(produces="application/zip", throttle="bundle")
    def bundle(self, request: Request, tournament: str) -> HttpResponseBase:
        """Standings, cross table, matches, seeds, replays and ratings; `satti verify` checks it offline. It answers 429
        while it makes another bundle: ask again then."""
        return bundles.answer(request._request, self.get_object())

    def change(self, service: Callable[..., Contest], **how: Any) -> Response:
        return self.answer(service(contest=self.get_object(), by=signed_in(self.request), **how))

    def answer(self, contest: Contest, status: int = 200) -> Response:
        return Response(self.get_serializer(self.get_queryset().get(pk=contest.pk)).data, status=status)
