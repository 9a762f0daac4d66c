from django.apps import AppConfig


class ContestsConfig(AppConfig):
    name = "arena.contests"
    label = "contests"
    default_auto_field = "django.db.models.BigAutoField"
