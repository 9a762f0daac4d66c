from django.urls import path

from arena.submissions import views

urlpatterns = [
    path("", views.bot_list, name="bots"),
    path("new/", views.new_bot, name="new-bot"),
    path("<slug:owner>/<slug:name>/", views.bot_page, name="bot"),
    path("<slug:owner>/<slug:name>/settings/", views.bot_settings, name="bot-settings"),
    path("<slug:owner>/<slug:name>/versions/<int:number>/", views.version_page, name="version"),
    path("<slug:owner>/<slug:name>/versions/<int:number>/source/", views.version_source, name="version-source"),
    path("<slug:owner>/<slug:name>/versions/<int:number>/check/", views.version_check, name="version-check"),
]
