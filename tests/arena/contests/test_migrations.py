"""What migrations do to the rows that are there."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from arena.contests.models import Contest
from arena.contests.tournaments import entries

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


def test_contests_that_have_begun_keep_rule_and_k_and_entries_are_asked(make_contest: Any, making: Any) -> None:
    rules = import_module("arena.contests.migrations.0009_rules_of_contests")
    begun = make_contest(bots=2)
    olga, sven = making.user("olga"), making.user("sven")
    bots = [making.bot("own", olga), making.bot("picked", sven), making.house()["saat-aath-easy"]]
    draft = make_contest(bots=bots, start=False, entry="open")
    entered = making.bot("came", sven)
    entries.add(contest=draft, bot=entered, by=sven)
    Contest.objects.update(rating_rule="", k=None)
    draft.entries.update(consent="")
    rules.name_the_rule(apps, None)
    rules.ask_the_audit_log(apps, None)
    begun.refresh_from_db()
    draft.refresh_from_db()
    assert (begun.rating_rule, begun.k) == ("elo/1", 32)
    assert (draft.rating_rule, draft.k) == ("", None)
    found = dict(draft.entries.values_list("bot__name", "consent"))
    assert found == {"own": "owner", "picked": "", "saat-aath-easy": "house", "came": "owner"}
