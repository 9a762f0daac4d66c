"""Every address of the site, explicitly: each app lists its pages in its `urls` and its API here."""

from django.urls import include, path
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.routers import SimpleRouter

from arena import health, pages
from arena.accounts.api import GetToken
from arena.api.root import Description, Root
from arena.contests.api.account import DeleteAccount
from arena.contests.api.matches import Matches
from arena.contests.api.ratings import Ratings
from arena.contests.api.tournaments import Tournaments
from arena.submissions import api as submissions
from arena.submissions import lookup

router = SimpleRouter()
router.register("bots", submissions.Bots, "bot")
router.register(rf"bots/(?P<bot>{lookup.BOT})/versions", submissions.Versions, "version")
router.register("tournaments", Tournaments, "tournament")
router.register("matches", Matches, "match")
router.register("ratings", Ratings, "rating")

api = [
    path("", Root.as_view(), name="root"),
    path("schema/", Description.as_view(), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
    path("token/", GetToken.as_view(), name="token"),
    path("account/delete/", DeleteAccount.as_view(), name="delete-account"),
    path("games/", submissions.Games.as_view(), name="games"),
    path("games/<slug:name>/", submissions.OneGame.as_view(), name="game"),
    *router.urls,
]

urlpatterns = [
    path("", pages.home, name="home"),
    path("health/", health.health, name="health"),
    path("docs/", pages.docs, name="docs"),
    path("docs/<slug:name>/", pages.doc, name="doc"),
    path("rules/", pages.rules, name="rules"),
    path("rules/<slug:game>/", pages.rules_of, name="rules-of"),
    path("accounts/", include("arena.accounts.urls")),
    path("play/", include("arena.play.urls")),
    path("bots/", include("arena.submissions.urls")),
    path("api/v1/", include((api, "api"))),
    path("", include("arena.broadcast.urls")),
    path("", include("arena.contests.urls")),
]

handler400 = "arena.errors.bad_request"
handler403 = "arena.errors.forbidden"
handler404 = "arena.errors.not_found"
handler500 = "arena.errors.server_error"
