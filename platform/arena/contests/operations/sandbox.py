"""The last look at the workers' sandbox, and the last attacks on it, kept for the operators' page."""

import socket
from dataclasses import asdict

import bots
from arena.celery_app import app
from arena.contests.models import Heartbeat
from bots import attacks

EVERY, PATIENCE = 3600, 60  # seconds between looks; seconds that a request for one is waited for
LOOK = "arena.contests.tasks.look_at_sandbox"
ATTACK = "arena.contests.tasks.attack_sandbox"


def request_look() -> int:
    """Ask a worker to try its sandbox, if the last time is long ago. Returns 1 if it was asked."""
    seen = Heartbeat.objects.is_recent("sandbox", EVERY)
    if seen or Heartbeat.objects.is_recent("sandbox asked for", PATIENCE):
        return 0
    app.send_task(LOOK)
    Heartbeat.objects.beat("sandbox asked for")
    return 1


def look() -> None:
    """Try each layer on this host and write down what was seen."""
    detail = {"host": socket.gethostname(), "layers": [asdict(layer) for layer in bots.sandbox_report()]}
    Heartbeat.objects.beat("sandbox", detail)


def request_attacks() -> None:
    """Ask a worker to run the attack suite: about a minute of its time."""
    app.send_task(ATTACK)


def attack() -> None:
    """Run the attack suite on this host and write down what got through."""
    detail = {"host": socket.gethostname(), **attacks.run_all()}
    Heartbeat.objects.beat("attacks", detail)
