from django.urls import path

from arena.broadcast import embed, stage_web, web
from arena.broadcast.feeds import FinishedContests

urlpatterns = [
    path("watch/", web.watch_page, name="watch"),
    path("watch/frames/", web.watch_frames, name="watch-frames"),
    path("watch/frames/<int:contest>/", web.watch_frames, name="watch-contest-frames"),
    path("contests/<slug:slug>/stage/", stage_web.stage_page, name="contest-stage"),
    path("contests/<slug:slug>/stage/now/", stage_web.stage_now, name="contest-stage-now"),
    path("feeds/contests/", FinishedContests(), name="contests-feed"),
    path("embed/matches/<int:pk>/", embed.embedded_replay, name="embedded-replay"),
]
