"""Besides the app: a warning of every management command for each game that cannot be played."""

from typing import Any

from django.apps import AppConfig
from django.core import checks

import games


@checks.register("games")
def broken_games(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    hint = "Repair or uninstall its package, and start the site's processes again."
    return [
        checks.Warning(f"The game {name} cannot be played. {reason}", hint=hint, id="arena.W001")
        for name, reason in games.broken().items()
    ]


class SubmissionsConfig(AppConfig):
    name = "arena.submissions"
