from django.urls import path

from arena.play.web import lobby, playing, replay, seats

urlpatterns = [
    path("", lobby.lobby, name="play"),
    path("new/", lobby.new_table, name="play-new"),
    path("find/", lobby.find_table, name="play-find"),
    path("<slug:name>/", playing.table_page, name="play-table"),
    path("<slug:name>/news/", playing.news, name="play-news"),
    path("<slug:name>/act/", playing.act, name="play-act"),
    path("<slug:name>/events/", playing.events, name="play-events"),
    path("<slug:name>/watch/", playing.watch_page, name="play-watch"),
    path("<slug:name>/join/", seats.join, name="play-join"),
    path("<slug:name>/start/", seats.start, name="play-start"),
    path("<slug:name>/turn/", seats.turn, name="play-turn"),
    path("<slug:name>/again/", seats.again, name="play-again"),
    path("<slug:name>/seats/<int:number>/<slug:secret>/", seats.come_back, name="play-return"),
    path("<slug:name>/replay/", replay.replay_page, name="play-replay"),
    path("<slug:name>/replay/frames/", replay.replay_frames, name="play-replay-frames"),
    path("<slug:name>/replay/download/", replay.replay_download, name="play-replay-download"),
]
