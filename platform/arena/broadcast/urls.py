from django.urls import path

from arena.broadcast import web

urlpatterns = [
    path("watch/", web.watch_page, name="watch"),
    path("watch/frames/", web.watch_frames, name="watch-frames"),
    path("watch/frames/<int:contest>/", web.watch_frames, name="watch-contest-frames"),
]
