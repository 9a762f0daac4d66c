"""REST API of ratings and their history."""

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from arena.api.pages import PageQuery
from arena.api.views import StrictViewSet, takes
from arena.contests.api.common import IDS
from arena.contests.api.serializers import RatingChangeSerializer, RatingQuery, RatingSerializer
from arena.contests.models import Rating, RatingChange


@extend_schema_view(
    list=extend_schema(summary="Ratings, the highest first"),
    retrieve=extend_schema(summary="One bot's rating under one preset"),
)
class Ratings(mixins.ListModelMixin, mixins.RetrieveModelMixin, StrictViewSet):
    queryset = Rating.objects.select_related("pool", "bot__owner")
    serializer_class = RatingSerializer
    lookup_value_regex = IDS
    ordering: tuple[str, ...] = ("-value", "pk")

    @takes(query=RatingQuery)
    def list(self, request: Request) -> Response:
        names = {"game": "pool__game", "preset": "pool__preset", "bot": "bot"}
        wanted = {names[name]: value for name, value in self.given.items() if name in names}
        return self.one_page(self.get_queryset().filter(**wanted), RatingSerializer)

    @extend_schema(summary="How a rating came about", responses=RatingChangeSerializer(many=True))
    @action(detail=True)
    @takes(query=PageQuery)
    def changes(self, request: Request, pk: str) -> Response:
        """Every change, the newest first, with its match and the version that played."""
        rating = self.get_object()
        self.ordering = ("-sequence",)
        changes = RatingChange.objects.filter(pool=rating.pool, bot=rating.bot).select_related("version")
        return self.one_page(changes.defer("version__source", "version__log"), RatingChangeSerializer)
