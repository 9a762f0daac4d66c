"""`manage.py house_bots`: make the built-in players entrants like any other. Doing it again changes nothing."""

from typing import Any

from django.core.management.base import BaseCommand

from arena.submissions.services import sync_house_bots


class Command(BaseCommand):
    help = "Make a bot for every game and built-in player, owned by the account `builtin`."

    def handle(self, *args: Any, **options: Any) -> None:
        for bot in sync_house_bots():
            self.stdout.write(f"{bot} is ready")
