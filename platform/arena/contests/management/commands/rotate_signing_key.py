from typing import Any

from django.core.management.base import BaseCommand

from arena.contests.proof import keys


class Command(BaseCommand):
    help = "Sign bundles with a new key from now on. Old public keys stay published, without their private parts."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"The arena's key is now {keys.rotate()}.")
