from django.apps import AppConfig


class BroadcastConfig(AppConfig):
    name = "arena.broadcast"
    label = "broadcast"
    default_auto_field = "django.db.models.BigAutoField"
