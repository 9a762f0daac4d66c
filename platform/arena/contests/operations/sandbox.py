"""The last look at the workers' sandbox, and the last attacks on it, kept for the operators' page."""

import socket
from dataclasses import asdict
from datetime import timedelta

from django.utils import timezone

import bots
from arena.celery_app import app
from arena.contests.models import Pulse
from bots import shelf

EVERY = timedelta(hours=1)
LOOK = "arena.contests.tasks.look_at_sandbox"
ATTACK = "arena.contests.tasks.attack_sandbox"


def request_look() -> int:
    """Ask a worker to try its sandbox, if the last time is long ago. Returns 1 if it was asked."""
    if Pulse.objects.filter(name="sandbox", at__gt=timezone.now() - EVERY).exists():
        return 0
    app.send_task(LOOK, expires=60)
    return 1


def look() -> None:
    """Try each layer on this host and write down what was seen."""
    detail = {"host": socket.gethostname(), "layers": [asdict(layer) for layer in bots.sandbox_report()]}
    Pulse.objects.update_or_create(name="sandbox", defaults={"at": timezone.now(), "detail": detail})


def request_attacks() -> None:
    """Ask a worker to run the attack shelf: about a minute of its time."""
    app.send_task(ATTACK, expires=600)


def attack() -> None:
    """Run the attack shelf on this host and write down what got through."""
    detail = {"host": socket.gethostname(), **shelf.run_all()}
    Pulse.objects.update_or_create(name="attacks", defaults={"at": timezone.now(), "detail": detail})
