"""What migrations do to the rows that are there."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from arena.contests.models import Contest

pytestmark = pytest.mark.django_db
turns = import_module("arena.contests.migrations.0003_turns_and_heartbeats")


def test_rounds_of_contests_that_were_started_before_count_as_drawn(make_contest: Any) -> None:
    begun = make_contest(bots=3, rounds=3)
    draft = make_contest(start=False)
    Contest.objects.update(rounds_drawn=0)
    turns.count_drawn_rounds(apps, None)
    begun.refresh_from_db()
    draft.refresh_from_db()
    assert (begun.rounds_drawn, begun.drawing, draft.rounds_drawn) == (3, False, 0)


def test_what_beat_stored_is_gone() -> None:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE django_celery_beat_intervalschedule (id serial PRIMARY KEY)")
        cursor.execute(
            "CREATE TABLE django_celery_beat_periodictask (id serial PRIMARY KEY, interval_id integer "
            "REFERENCES django_celery_beat_intervalschedule)"
        )
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('django_celery_beat', 'x', now())")
    with connection.schema_editor(atomic=False) as editor:
        turns.forget_beat(apps, editor)
        turns.forget_beat(apps, editor)  # a database that never had them
    assert not [name for name in connection.introspection.table_names() if "celery_beat" in name]
