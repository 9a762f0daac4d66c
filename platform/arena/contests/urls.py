from django.urls import path

from arena.contests.web import account_deletion, contests, entering, leaderboard, managing, matches, replays, status

urlpatterns = [
    path("contests/", contests.contest_list, name="contests"),
    path("contests/new/", managing.new_contest, name="new-contest"),
    path("contests/<slug:slug>/", contests.contest_page, name="contest"),
    path("contests/<slug:slug>/progress/", contests.progress_part, name="contest-progress"),
    path("contests/<slug:slug>/standings/", contests.standings_part, name="contest-standings"),
    path("contests/<slug:slug>/matches/", contests.matches_part, name="contest-matches"),
    path("contests/<slug:slug>/audit/", contests.audit_page, name="contest-audit"),
    path("contests/<slug:slug>/bundle/", contests.bundle, name="contest-bundle"),
    path("contests/<slug:slug>/enter/", entering.enter, name="contest-enter"),
    path("contests/<slug:slug>/collusion/", managing.collusion_page, name="contest-collusion"),
    path("contests/<slug:slug>/entries/<slug:owner>/<slug:name>/remove/", entering.remove, name="contest-remove"),
    path("contests/<slug:slug>/<slug:action>/", managing.contest_action, name="contest-action"),
    path("leaderboard/", leaderboard.leaderboards, name="leaderboard"),
    path("leaderboard/<slug:game>/<slug:preset>/", leaderboard.leaderboard, name="leaderboard-of"),
    path("ratings/<int:pool>/<int:bot>/", leaderboard.rating_chart, name="rating-chart"),
    path("matches/<int:pk>/", matches.match_page, name="match"),
    path("matches/<int:pk>/log/<int:number>/", matches.private_log, name="match-log"),
    path("matches/<int:pk>/replay/", replays.replay_page, name="match-replay"),
    path("matches/<int:pk>/replay/download/", replays.replay_download, name="match-replay-download"),
    path("matches/<int:pk>/replay/text/", replays.replay_text, name="match-replay-text"),
    path("matches/<int:pk>/<slug:action>/", managing.match_action, name="match-action"),
    path("accounts/delete/", account_deletion.delete_account_page, name="delete-account"),
    path("status/", status.status_page, name="status"),
    path("status/attacks/", status.attack_sandbox, name="status-attacks"),
]
