"""`manage.py close_account NAME [--reopen]`: an operator shuts an account out, or lets it in again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arena.accounts import services
from arena.accounts.models import User


class Command(BaseCommand):
    help = "Shut an account out: it cannot log in, and its API tokens are gone. What it played stays."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--reopen", action="store_true", help="let it in again")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['username']!r}.")
        if user.gone_name:
            raise CommandError(f"{user.username} was deleted by its owner: it stays closed.")
        services.set_closed(user=user, closed=not options["reopen"])
        self.stdout.write(f"{user.username} is {'open' if options['reopen'] else 'closed'}")
