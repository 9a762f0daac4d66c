"""What the clock does for accounts."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from arena.accounts.tasks import clear_sessions
from arena.celery_app import app


@pytest.mark.django_db
def test_expired_sessions_are_deleted_and_others_kept() -> None:
    for key, hours in (("old", -1), ("new", 1)):
        expires = timezone.now() + timedelta(hours=hours)
        Session.objects.create(session_key=key, session_data="", expire_date=expires)
    clear_sessions()
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


def test_every_task_that_beat_sends_exists() -> None:
    app.loader.import_default_modules()
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= app.tasks.keys()
