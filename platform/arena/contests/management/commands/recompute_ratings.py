"""`manage.py recompute_ratings [--check]`: fold all ratings anew from the stored results."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arena.contests.models import Pool
from arena.contests.ratings.recompute import recompute


class Command(BaseCommand):
    help = "Fold all ratings anew from the stored results. What is right is not changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="change nothing; exit 1 where anything is wrong")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        wrong = 0
        for pool in Pool.objects.all():
            problems = recompute(pool=pool, repair=not check)
            wrong += len(problems)
            for problem in problems:
                self.stdout.write(f"{pool}: {problem}")
            self.stdout.write(f"{pool}: {pool.sequence} events, {len(problems)} problems")
        if check and wrong:
            raise CommandError(f"{wrong} problems: run recompute_ratings without --check to repair what it can.")
