"""The Celery application.

    celery -A arena.celery_app worker -n worker@%h -Q default,checks,matches
    celery -A arena.celery_app worker -n checker@%h -Q default,checks
    celery -A arena.celery_app beat

Not named `celery`: a module of that name in the current folder would hide the library.
"""

import os

from celery import Celery
from django.db import transaction

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
QUEUES = ("default", "checks", "matches")

app = Celery("arena")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def send_on_commit(task: str, *args: object) -> None:
    """Queue the task of that full name when the current transaction is committed. A broker that is away loses nothing:
    the failure is logged, and the sweep of the task's app queues again what no live task holds."""
    transaction.on_commit(lambda: app.send_task(task, args), robust=True)
