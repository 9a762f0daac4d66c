"""The Celery application.

    celery -A arena.celery_app worker -n worker@%h -Q default,checks,matches,play
    celery -A arena.celery_app worker -n checker@%h -Q default,checks,play,analysis
    celery -A arena.celery_app beat

Not named `celery`: a module of that name in the current folder would hide the library.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arena.settings")
NEEDED_QUEUES = ("default", "checks", "matches", "play")  # without a worker for each the site cannot do its work
QUEUES = (*NEEDED_QUEUES, "analysis")

app = Celery("arena")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
