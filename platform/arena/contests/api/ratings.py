"""REST API of ratings and their history."""

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, viewsets
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from arena.contests.api.common import IDS
from arena.contests.api.filters import RatingFilter
from arena.contests.api.serializers import RatingChangeSerializer, RatingSerializer
from arena.contests.models import Rating, RatingChange
from arena.rest import Pages


@extend_schema_view(
    list=extend_schema(summary="Ratings, the highest first"),
    retrieve=extend_schema(summary="One bot's rating under one preset"),
)
class Ratings(mixins.ListModelMixin, mixins.RetrieveModelMixin, viewsets.GenericViewSet[Rating]):
    queryset = Rating.objects.select_related("pool", "bot__owner").order_by("-value", "bot_id")
    serializer_class = RatingSerializer
    filterset_class = RatingFilter
    lookup_value_regex = IDS

    @extend_schema(summary="How a rating came about", responses=RatingChangeSerializer(many=True), filters=False)
    @action(detail=True)
    def changes(self, request: Request, pk: str) -> Response:
        """Every change, the newest first, with its match and the version that played."""
        rating = self.get_object()
        changes = RatingChange.objects.filter(pool=rating.pool, bot=rating.bot).order_by("-sequence")
        pages = Pages()
        page = pages.paginate_queryset(changes.select_related("version").defer("version__source"), request, self) or []
        return pages.get_paginated_response(RatingChangeSerializer(page, many=True).data)
