from django.urls import path

from arena.submissions import web

urlpatterns = [
    path("", web.bot_list, name="bots"),
    path("new/", web.new_bot, name="new-bot"),
    path("<int:number>/", web.bot_by_id, name="bot-by-id"),
    path("<slug:owner>/<slug:name>/", web.bot_page, name="bot"),
    path("<slug:owner>/<slug:name>/settings/", web.bot_settings, name="bot-settings"),
    path("<slug:owner>/<slug:name>/versions/<int:number>/", web.version_page, name="version"),
    path("<slug:owner>/<slug:name>/versions/<int:number>/source/", web.version_source, name="version-source"),
    path("<slug:owner>/<slug:name>/versions/<int:number>/check/", web.version_check, name="version-check"),
]
